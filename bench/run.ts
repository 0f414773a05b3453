import { roles, withBothSides } from './parts/both-sides.ts'
import { repeat, rowOf, type Row } from './parts/row.ts'
import { play } from './parts/worker.ts'

const RUNS = 60
const WARM_UP = 5

/**
 * A whole run of seven instant agents, compared with a loop with the same durable writes; then the
 * same in a git repository, where the floor looks at the code as often as the host does.
 */
await play(roles, async () => [
  await compare('run of 7 instant agents, floor with the same durable writes', { inGit: false }),
  await compare('the same in a git repository, floor with the same looks', { inGit: true }),
])

async function compare(name: string, where: { inGit: boolean }): Promise<Row> {
  const times = { floor: [] as number[], host: [] as number[] }
  const peakRssMb = await withBothSides(
    RUNS + WARM_UP,
    ({ floor, host }) =>
      repeat({ times: RUNS + WARM_UP, withinMs: 20_000 }, async (index) => {
        const bare = await floor.call('run', { index })
        const { ms } = await host.call('run', { index })
        if (index < WARM_UP) return
        times.floor.push(bare)
        times.host.push(ms)
      }),
    where,
  )
  return rowOf({
    name,
    unit: 'ms',
    figure: times.host,
    floor: times.floor,
    target: { atMost: 1.3 },
    peakRssMb,
  })
}
