import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { option, repeat, rowOf, type Row } from './parts/row.ts'
import type { calls as HostCalls } from './parts/rows-host.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const RUNS = 5
/** How many rows the page asks for first. */
const SCREENFUL = 60
const AIM_MS = 500

/** How long a page waits for rows from a host that has just started (`--board=N` specs). */
await play({ host: () => import('./parts/rows-host.ts') }, async (): Promise<Row[]> => {
  const specs = option('board', 5000)
  const project = join(workFolder(), 'project')
  mkdirSync(project)
  const { writeManySpecs } = await import('./parts/many-specs.ts')
  await writeManySpecs(project, specs)
  const times = { ours: [] as number[], all: [] as number[], floor: [] as number[] }
  let peakRssMb = 0
  await repeat({ times: RUNS, withinMs: 90_000 }, async () => {
    const host = await Worker.start<typeof HostCalls>('host')
    times.floor.push(await host.call('readFiles', { project, count: SCREENFUL }))
    times.ours.push(await host.call('firstRows', { project, count: SCREENFUL }))
    times.all.push(await host.call('allRows', { specs }))
    await host.call('close', undefined)
    peakRssMb = Math.max(peakRssMb, await host.close())
  })
  const allMs = times.all.toSorted((a, b) => a - b)[Math.floor(times.all.length / 2)] ?? 0
  return [
    rowOf({
      name: `first ${SCREENFUL} of ${specs} rows after the start, against reading their files`,
      unit: 'ms',
      figure: times.ours,
      floor: times.floor,
      target: { p50: AIM_MS },
      peakRssMb: { host: peakRssMb },
      notes: { 'all rows after ms': Math.round(allMs) },
    }),
  ]
})
