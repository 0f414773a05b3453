import { openPlace, STEPS_EACH } from './parts/fleet/fleet-place.ts'
import { lookAtBoard } from './parts/fleet/fleet-page.ts'
import type { calls as CoordinatorCalls } from './parts/fleet/coordinator-side.ts'
import type { calls as WorkerCalls } from './parts/fleet/instant-workers.ts'
import { option, rowOf } from './parts/row.ts'
import { play, Worker } from './parts/worker.ts'

const roles = {
  coordinator: () => import('./parts/fleet/coordinator-side.ts'),
  workers: () => import('./parts/fleet/instant-workers.ts'),
}

/** The memory of a coordinator with a board of many items that have run (`--board=N`). */
await play(roles, async () => {
  const items = option('board', 5000)
  const place = await openPlace(items)
  const coordinator = await Worker.start<typeof CoordinatorCalls>('coordinator')
  const workers = await Worker.start<typeof WorkerCalls>('workers')
  const { folder, repository, commits, ours } = place
  const wanted = { url: ours, folder, repository, specs: 1, workers: 1 }
  const opened = await coordinator.call('open', wanted)
  await workers.call('open', { ...opened, commits })
  await coordinator.call('start', { from: 0, to: 1 })
  await workers.call('all', { steps: STEPS_EACH })
  const empty = await coordinator.call('rssMb', undefined)
  await coordinator.call('copy', { to: items })
  const { rows, ms } = await lookAtBoard(ours, opened.url)
  const full = await coordinator.call('rssMb', undefined)
  await workers.call('close', undefined)
  await coordinator.call('close', undefined)
  const peakRssMb = { coordinator: await coordinator.close(), workers: await workers.close() }
  await place.close()
  return [
    rowOf({
      name: `fleet: a coordinator with a board of ${items} items`,
      unit: 'MB',
      figure: [full],
      floor: [empty],
      target: { p50: 200 },
      failures: rows === items ? 0 : 1,
      peakRssMb,
      notes: { rows, 'first board in ms': Math.round(ms) },
    }),
  ]
})
