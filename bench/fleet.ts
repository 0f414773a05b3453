import { roles, withBothSides } from './parts/both-sides.ts'
import { option, repeat, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const AT_ONCE = 5
const BATCH = 100

/**
 * Many specs (`--specs=N`), in batches: each runs without the host first, then in it. When time is
 * short there are fewer batches, which the row reports.
 */
await play(roles, async () => {
  const specs = option('specs', 1000)
  const size = Math.min(BATCH, specs)
  const times = { floor: [] as number[], host: [] as number[] }
  let failures = 0
  const peakRssMb = await withBothSides(specs, ({ floor, host }) =>
    repeat({ times: Math.floor(specs / size), withinMs: 75_000 }, async (index) => {
      const batch = { from: index * size, to: (index + 1) * size }
      times.floor.push(await floor.call('pool', { ...batch, size: AT_ONCE }))
      const ours = await host.call('fleet', batch)
      times.host.push(ours.ms)
      failures += ours.failures
    }),
  )
  const done = times.host.length * size
  const perAgent = (ms: number[]): string => (sum(ms) / done / 7).toFixed(2)
  return [
    rowOf({
      name: `${done} specs x 7 agents, ${AT_ONCE} at a time, per ${size}`,
      unit: 'ms',
      figure: times.host,
      floor: times.floor,
      target: { atMost: 1.5 },
      failures,
      peakRssMb,
      notes: {
        failures,
        'seconds in all': (sum(times.host) / 1000).toFixed(1),
        'ms per agent': perAgent(times.host),
        'floor ms per agent': perAgent(times.floor),
        ...(done < specs ? { 'no time for the other': specs - done } : {}),
      },
    }),
  ]
})

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
