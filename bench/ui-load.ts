import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { TestBrowser } from '../test/browser/world/browser.ts'
import { option, repeat, rowOf, type Row } from './parts/row.ts'
import type { calls as HostCalls } from './parts/ui/ui-host.ts'
import { scriptsUntil, visit, type Address } from './parts/ui/ui-visit.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const RUNS = 12
const FEW = 10
const AIM_MS = 700

/** How long the first visit from a new device shows nothing (`--board=N` specs). */
await play({ host: () => import('./parts/ui/ui-host.ts') }, async () => {
  const many = option('board', 1000)
  const host = await Worker.start<typeof HostCalls>('host')
  const opened = await host.call('open', { dir: workFolder(), projects: [many, FEW] })
  const [manyPage, fewPage] = opened.pages
  if (manyPage === undefined || fewPage === undefined) throw new Error('a project is missing')
  await using browser = await TestBrowser.launch()
  const times = { many: [] as number[], few: [] as number[], floor: [] as number[] }
  const work = { ours: [] as number[], floor: [] as number[] }
  const sizes = { ours: 0, floor: 0 }
  await repeat({ times: RUNS + 1, withinMs: 60_000 }, async (index) => {
    const floor = await load(browser, opened.floor)
    const few = await load(browser, fewPage)
    const ours = await load(browser, manyPage)
    sizes.ours = ours.kilobytes
    sizes.floor = floor.kilobytes
    // The first load warms up the browser and the host.
    if (index === 0) return
    times.floor.push(floor.ms)
    times.few.push(few.ms)
    times.many.push(ours.ms)
    work.floor.push(floor.workMs)
    work.ours.push(ours.workMs)
  })
  await host.call('close', undefined)
  return rowsOf(many, { times, work, sizes, peakRssMb: { host: await host.close() } })
})

interface Found {
  times: Record<'many' | 'few' | 'floor', number[]>
  work: Record<'ours' | 'floor', number[]>
  sizes: Record<'ours' | 'floor', number>
  peakRssMb: Row['peakRssMb']
}

function rowsOf(many: number, { times, work, sizes, peakRssMb }: Found): Row[] {
  return [
    rowOf({
      name: 'JavaScript before the first row, gzipped',
      unit: 'KB',
      figure: [sizes.ours],
      floor: [sizes.floor],
      target: { p50: 250 },
      peakRssMb,
    }),
    rowOf({
      name: `first of ${many} rows against an empty React page`,
      unit: 'ms',
      figure: times.many,
      floor: times.floor,
      target: { atMost: 3 },
      peakRssMb,
      notes: { 'aim ms': AIM_MS },
    }),
    rowOf({
      name: `work of the page until the first of ${many} rows, against an empty React page`,
      unit: 'ms',
      figure: work.ours,
      floor: work.floor,
      target: { atMost: 6 },
      peakRssMb,
    }),
    rowOf({
      name: `first of ${many} rows against ${FEW} rows`,
      unit: 'ms',
      figure: times.many,
      floor: times.few,
      target: { atMost: 1.3 },
      peakRssMb,
    }),
  ]
}

async function load(
  browser: TestBrowser,
  address: Address,
): Promise<{ ms: number; workMs: number; kilobytes: number }> {
  const { page, firstRowMs, workMs, leave } = await visit(browser, address)
  const kilobytes = await gzippedKilobytes(page, await scriptsUntil(page, firstRowMs))
  await leave()
  return { ms: firstRowMs, workMs, kilobytes }
}

async function gzippedKilobytes(page: Page, scripts: string[]): Promise<number> {
  let bytes = 0
  for (const url of scripts) {
    const response = await page.context().request.get(url)
    bytes += gzipSync(await response.body(), { level: 9 }).length
  }
  return bytes / 1024
}
