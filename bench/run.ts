import { roles, withBothSides } from './parts/both-sides.ts'
import { repeat, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const RUNS = 60
const WARM_UP = 5

/** A whole run of seven agents that take no time, beside a loop with the same durable writes. */
await play(roles, async () => {
  const times = { floor: [] as number[], host: [] as number[] }
  const peakRssMb = await withBothSides(RUNS + WARM_UP, ({ floor, host }) =>
    repeat({ times: RUNS + WARM_UP, withinMs: 20_000 }, async (index) => {
      const bare = await floor.call('run', { index })
      const { ms } = await host.call('run', { index })
      if (index < WARM_UP) return
      times.floor.push(bare)
      times.host.push(ms)
    }),
  )
  return [
    rowOf({
      name: 'run of 7 instant agents, floor with the same durable writes',
      unit: 'ms',
      figure: times.host,
      floor: times.floor,
      target: { atMost: 1.3 },
      peakRssMb,
    }),
  ]
})
