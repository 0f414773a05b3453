import { openPlace, STEPS_EACH } from './parts/fleet/fleet-place.ts'
import type { calls as BareCalls } from './parts/fleet/bare-queue.ts'
import type { calls as CoordinatorCalls } from './parts/fleet/coordinator-side.ts'
import type { calls as WorkerCalls } from './parts/fleet/instant-workers.ts'
import { option, repeat, rowOf } from './parts/row.ts'
import { play, Worker } from './parts/worker.ts'

const HAND_OFF_ITEMS = 40
const WARM_UP = 5
const WORKERS = 8

const roles = {
  bare: () => import('./parts/fleet/bare-queue.ts'),
  coordinator: () => import('./parts/fleet/coordinator-side.ts'),
  workers: () => import('./parts/fleet/instant-workers.ts'),
}

/** Steps that take no time, compared with the same steps through pg-boss alone (`--items=N`). */
await play(roles, async () => {
  const items = option('items', 500)
  const specs = HAND_OFF_ITEMS + items
  const place = await openPlace(specs)
  const bare = await Worker.start<typeof BareCalls>('bare')
  const coordinator = await Worker.start<typeof CoordinatorCalls>('coordinator')
  const workers = await Worker.start<typeof WorkerCalls>('workers')
  await bare.call('open', { url: place.bare })
  const { folder, repository, commits, ours } = place
  const wanted = { url: ours, folder, repository, specs, workers: WORKERS }
  const opened = await coordinator.call('open', wanted)
  await workers.call('open', { ...opened, commits })

  const handOff = { floor: [] as number[], ours: [] as number[] }
  await repeat({ times: HAND_OFF_ITEMS, withinMs: 60_000 }, async (index) => {
    const floor = await bare.call('handOffs', { index, steps: STEPS_EACH })
    await coordinator.call('start', { from: index, to: index + 1 })
    const times = await workers.call('handOffs', { steps: STEPS_EACH })
    if (index < WARM_UP) return
    handOff.floor.push(...floor)
    handOff.ours.push(...times)
  })

  const floorMs = await bare.call('all', { items, steps: STEPS_EACH, workers: WORKERS })
  const begin = performance.now()
  const all = workers.call('all', { steps: items * STEPS_EACH })
  await coordinator.call('start', { from: HAND_OFF_ITEMS, to: specs })
  await all
  const ms = performance.now() - begin
  const failures = await coordinator.call('unfinished', undefined)
  const steps = items * STEPS_EACH

  await workers.call('close', undefined)
  await coordinator.call('close', undefined)
  await bare.call('close', undefined)
  const peakRssMb = {
    coordinator: await coordinator.close(),
    workers: await workers.close(),
    floor: await bare.close(),
  }
  await place.close()
  return [
    rowOf({
      name: 'fleet hand-off: end of a step to the next one given, beside bare pg-boss',
      unit: 'ms',
      figure: handOff.ours,
      floor: handOff.floor,
      target: { atMost: 2 },
      peakRssMb,
    }),
    rowOf({
      name: `fleet: ${items} items x ${STEPS_EACH} instant steps, beside bare pg-boss`,
      unit: 'ms',
      figure: [ms],
      floor: [floorMs],
      target: { atMost: 2 },
      failures,
      peakRssMb,
      notes: {
        failures,
        'steps per second': (steps / (ms / 1000)).toFixed(0),
        'bare steps per second': (steps / (floorMs / 1000)).toFixed(0),
      },
    }),
  ]
})
