import { join } from 'node:path'
import type { calls as FloorCalls } from './parts/floor-side.ts'
import type { calls as HostCalls } from './parts/host-side.ts'
import { option, rowOf } from './parts/row.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const AT_ONCE = 5

const roles = {
  floor: () => import('./parts/floor-side.ts'),
  host: () => import('./parts/host-side.ts'),
}

/** Many specs at once (`--specs=N`). The floor runs half before and half after, against drift. */
await play(roles, async () => {
  const specs = option('specs', 1000)
  const half = Math.floor(specs / 2)
  const dir = workFolder()
  const floor = await Worker.start<typeof FloorCalls>('floor')
  const host = await Worker.start<typeof HostCalls>('host')
  await floor.call('open', { dir: join(dir, 'floor'), specs })
  await host.call('open', { dir: join(dir, 'host'), specs })
  const before = await floor.call('pool', { from: 0, to: half, size: AT_ONCE })
  const { ms, failures } = await host.call('fleet', { specs })
  const after = await floor.call('pool', { from: half, to: specs, size: AT_ONCE })
  await host.call('close', null)
  const peakRssMb = { host: await host.close(), floor: await floor.close() }
  return [
    rowOf({
      name: `${specs} specs x 7 agents, ${AT_ONCE} at a time`,
      unit: 'ms',
      figure: [ms],
      floor: [before + after],
      target: { atMost: 1.5 },
      failures,
      peakRssMb,
      notes: { failures, 'ms per agent': round(ms / specs / 7) },
    }),
  ]
})

function round(value: number): number {
  return Math.round(value * 100) / 100
}
