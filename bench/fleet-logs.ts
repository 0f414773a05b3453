import type { calls as HubCalls } from './parts/fleet/bare-hub.ts'
import type { calls as CoordinatorCalls } from './parts/fleet/coordinator-side.ts'
import { enter } from './parts/fleet/fleet-page.ts'
import { openPlace } from './parts/fleet/fleet-place.ts'
import type { calls as FloodCalls } from './parts/fleet/flooding-workers.ts'
import type { calls as PageCalls } from './parts/fleet/log-pages.ts'
import { option, rowOf } from './parts/row.ts'
import { play, Worker } from './parts/worker.ts'

const WORKERS = 20
const PAGES = 50
const KILOBYTE = 1024

const roles = {
  hub: () => import('./parts/fleet/bare-hub.ts'),
  coordinator: () => import('./parts/fleet/coordinator-side.ts'),
  floods: () => import('./parts/fleet/flooding-workers.ts'),
  pages: () => import('./parts/fleet/log-pages.ts'),
}

/** Logs of flooding workers (`--mb=N` each) to pages, against a bare ws that stores nothing. */
await play(roles, async () => {
  const megabytes = option('mb', 2)
  const lines = megabytes * KILOBYTE
  const hub = await Worker.start<typeof HubCalls>('hub')
  const coordinator = await Worker.start<typeof CoordinatorCalls>('coordinator')
  const floods = await Worker.start<typeof FloodCalls>('floods')
  const pages = await Worker.start<typeof PageCalls>('pages')

  const bare = await hub.call('open', undefined)
  const bareAddresses = Array.from({ length: PAGES }, (_, page) => `${bare}/to/${page % WORKERS}`)
  await pages.call('openBare', { addresses: bareAddresses })
  await floods.call('openBare', { url: bare, count: WORKERS })
  const beginBare = performance.now()
  await floods.call('floodBare', { lines })
  const bareEnd = await pages.call('all', { lines })
  const bareMs = performance.now() - beginBare
  await hub.call('close', undefined)

  const place = await openPlace(WORKERS)
  const { folder, repository, ours } = place
  const wanted = { url: ours, folder, repository, specs: WORKERS, workers: WORKERS }
  const { url, keys } = await coordinator.call('open', wanted)
  await coordinator.call('start', { from: 0, to: WORKERS })
  const agents = await floods.call('open', { url, keys })
  const { key, project, close } = await enter(ours, url)
  const addresses = Array.from(
    { length: PAGES },
    (_, page) => `${url}/log/${project}/${agents[page % WORKERS]}`,
  )
  await pages.call('open', { addresses, key })
  const cpuBefore = await coordinator.call('cpuMs', undefined)
  const begin = performance.now()
  await floods.call('flood', { lines })
  const { lost, doubled } = await pages.call('all', { lines })
  const ms = performance.now() - begin
  const cpuMs = (await coordinator.call('cpuMs', undefined)) - cpuBefore
  close()
  await floods.call('close', undefined)
  await coordinator.call('close', undefined)
  const peakRssMb = {
    coordinator: await coordinator.close(),
    workers: await floods.close(),
    pages: await pages.close(),
    floor: await hub.close(),
  }
  await place.close()
  const shown = (PAGES * lines) / KILOBYTE
  return [
    rowOf({
      name: `fleet: ${WORKERS} workers flood with ${megabytes} MB each, ${PAGES} pages follow`,
      unit: 'MB/s',
      figure: [shown / (ms / 1000)],
      floor: [shown / (bareMs / 1000)],
      target: { atLeast: 0.1 },
      failures: lost + doubled + bareEnd.lost + bareEnd.doubled,
      peakRssMb,
      notes: {
        lost,
        doubled,
        'lines per second': Math.round((PAGES * lines) / (ms / 1000)),
        'coordinator CPU s': (cpuMs / 1000).toFixed(1),
        'in s': (ms / 1000).toFixed(1),
      },
    }),
  ]
})
