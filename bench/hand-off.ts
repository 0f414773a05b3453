import { join } from 'node:path'
import type { calls as FloorCalls } from './parts/floor-side.ts'
import type { calls as HostCalls } from './parts/host-side.ts'
import { repeat, rowOf } from './parts/row.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const RUNS = 60
const WARM_UP = 5

const roles = {
  floor: () => import('./parts/floor-side.ts'),
  host: () => import('./parts/host-side.ts'),
}

/** From the end of an agent to the start of the next one, one spec at a time. */
await play(roles, async () => {
  const dir = workFolder()
  const floor = await Worker.start<typeof FloorCalls>('floor')
  const host = await Worker.start<typeof HostCalls>('host')
  await floor.call('open', { dir: join(dir, 'floor'), specs: RUNS + WARM_UP })
  await host.call('open', { dir: join(dir, 'host'), specs: RUNS + WARM_UP })
  const times = { floor: [] as number[], host: [] as number[] }
  await repeat({ times: RUNS + WARM_UP, withinMs: 20_000 }, async (index) => {
    const bare = await floor.call('handOffs', { index })
    const { handOffs } = await host.call('run', { index })
    if (index < WARM_UP) return
    times.floor.push(...bare)
    times.host.push(...handOffs)
  })
  await host.call('close', null)
  const peakRssMb = { host: await host.close(), floor: await floor.close() }
  return [
    rowOf({
      name: 'hand-off: agent exit to next spawn',
      unit: 'ms',
      figure: times.host,
      floor: times.floor,
      target: { atMost: 2 },
      peakRssMb,
    }),
  ]
})
