import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { TestBrowser } from '../test/browser/world/browser.ts'
import { option, repeat, rowOf, type Row } from './parts/row.ts'
import { BareWatcher } from './parts/ui/ui-bare-watcher.ts'
import type { calls as HostCalls } from './parts/ui/ui-host.ts'
import { visit } from './parts/ui/ui-visit.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const CHANGES = 40
const WARM_UP = 3
const SPEC = 'feature-0003'

/** From saving a file until the page shows it; the floor is a bare file watcher. */
await play({ host: () => import('./parts/ui/ui-host.ts') }, async () => {
  const specs = option('board', 1000)
  const host = await Worker.start<typeof HostCalls>('host')
  const opened = await host.call('open', { dir: workFolder(), projects: [specs] })
  const [address] = opened.pages
  if (address === undefined) throw new Error('the project is missing')
  const specDir = join(address.dir, '.kiro/specs', SPEC)
  const bare = await BareWatcher.start(join(address.dir, '.kiro/specs'))
  await using browser = await TestBrowser.launch()
  const { page } = await visit(browser, address)
  await page.locator('input[type=search]').fill(SPEC)
  await page.getByRole('row', { name: SPEC }).waitFor()
  const row = await measure({ page, bare, change: (mark) => describeAs(specDir, mark) })
  await page.goto(`${address.url}specs/${SPEC}/documents/requirements.md`)
  await page.getByText('Acceptance Criteria').first().waitFor()
  const document = await measure({ page, bare, change: (mark) => append(specDir, mark) })
  await bare.stop()
  await host.call('close', undefined)
  const peakRssMb = { host: await host.close() }
  return [
    rowFor(`spec.json on disk to its row, ${specs} specs`, row, peakRssMb),
    rowFor('document on disk to the open page', document, peakRssMb),
  ]
})

interface Times {
  ours: number[]
  floor: number[]
}

function rowFor(name: string, times: Times, peakRssMb: Row['peakRssMb']): Row {
  const figures = { figure: times.ours, floor: times.floor }
  return rowOf({ name, unit: 'ms', ...figures, target: { p95: 100 }, peakRssMb })
}

interface Measuring {
  page: Page
  bare: BareWatcher
  change: (mark: string) => void
}

async function measure({ page, bare, change }: Measuring): Promise<Times> {
  const times: Times = { ours: [], floor: [] }
  await repeat({ times: CHANGES + WARM_UP, withinMs: 30_000 }, async (index) => {
    const mark = `mark-${index}-of-this-change`
    const seen = await page.evaluateHandle(notePaint, mark)
    const noticed = bare.next()
    const begin = performance.timeOrigin + performance.now()
    change(mark)
    const shownAt = await seen.evaluate(({ at }) => at)
    const noticedAt = await noticed
    // Varies the pause, so as not to run in step with the watcher's own interval.
    await pause(100 + ((index * 37) % 100))
    if (index < WARM_UP) return
    times.ours.push(shownAt - begin)
    times.floor.push(noticedAt - begin)
  })
  return times
}

/** Runs in the page: the moment at which a text is painted. Both clocks are this machine's. */
function notePaint(mark: string): { at: Promise<number> } {
  const at = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!(document.querySelector('main')?.textContent ?? '').includes(mark)) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        const told = (): void => resolve(performance.timeOrigin + performance.now())
        port1.addEventListener('message', told)
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  })
  return { at }
}

function describeAs(specDir: string, mark: string): void {
  const path = join(specDir, 'spec.json')
  const spec = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  writeFileSync(path, `${JSON.stringify({ ...spec, description: mark }, null, 2)}\n`)
}

function append(specDir: string, mark: string): void {
  const path = join(specDir, 'requirements.md')
  const text = readFileSync(path, 'utf8').replace(/\nmark-.*\n/, '\n')
  writeFileSync(path, `${text.trimEnd()}\n\n${mark}\n`)
}
