import { roles, withBothSides } from './parts/both-sides.ts'
import { option, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const AT_ONCE = 5

/** Many specs at once (`--specs=N`). The floor runs half before and half after, against drift. */
await play(roles, async () => {
  const specs = option('specs', 1000)
  const half = Math.floor(specs / 2)
  let bareMs = 0
  let ours = { ms: 0, failures: 0 }
  const peakRssMb = await withBothSides(specs, async ({ floor, host }) => {
    bareMs += await floor.call('pool', { from: 0, to: half, size: AT_ONCE })
    ours = await host.call('fleet', { specs })
    bareMs += await floor.call('pool', { from: half, to: specs, size: AT_ONCE })
  })
  return [
    rowOf({
      name: `${specs} specs x 7 agents, ${AT_ONCE} at a time`,
      unit: 'ms',
      figure: [ours.ms],
      floor: [bareMs],
      target: { atMost: 1.5 },
      failures: ours.failures,
      peakRssMb,
      notes: {
        failures: ours.failures,
        'ms per agent': (ours.ms / specs / 7).toFixed(2),
        'floor ms per agent': (bareMs / specs / 7).toFixed(2),
      },
    }),
  ]
})
