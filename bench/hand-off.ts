import { roles, withBothSides } from './parts/both-sides.ts'
import { repeat, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const RUNS = 60
const WARM_UP = 5

/** From the end of an agent to the start of the next one, one spec at a time. */
await play(roles, async () => {
  const times = { floor: [] as number[], host: [] as number[] }
  const peakRssMb = await withBothSides(RUNS + WARM_UP, ({ floor, host }) =>
    repeat({ times: RUNS + WARM_UP, withinMs: 20_000 }, async (index) => {
      const bare = await floor.call('handOffs', { index })
      const { handOffs } = await host.call('run', { index })
      if (index < WARM_UP) return
      times.floor.push(...bare)
      times.host.push(...handOffs)
    }),
  )
  return [
    rowOf({
      name: 'hand-off: agent exit to next spawn',
      unit: 'ms',
      figure: times.host,
      floor: times.floor,
      target: { atMost: 1.5 },
      peakRssMb,
    }),
  ]
})
