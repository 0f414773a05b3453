import type { Page } from 'playwright-core'
import { TestBrowser } from '../test/browser/world/browser.ts'
import { option, repeat, rowOf } from './parts/row.ts'
import type { calls as HostCalls } from './parts/ui/ui-host.ts'
import { visit } from './parts/ui/ui-visit.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const ROUNDS = 25
const WARM_UP = 3
/** Each of these keys changes how many rows there are. */
const KEYS = ['7', '2', 'Backspace', 'Backspace']

/** From a key press to the paint of the remaining rows. */
await play({ host: () => import('./parts/ui/ui-host.ts') }, async () => {
  const specs = option('board', 1000)
  const host = await Worker.start<typeof HostCalls>('host')
  const opened = await host.call('open', { dir: workFolder(), projects: [specs] })
  const [address] = opened.pages
  if (address === undefined) throw new Error('the project is missing')
  await using browser = await TestBrowser.launch()
  const ours = await visit(browser, address)
  const floor = await visit(browser, opened.floor)
  const times = { ours: [] as number[], floor: [] as number[] }
  await repeat({ times: ROUNDS, withinMs: 40_000 }, async (index) => {
    const found = { floor: await typeAll(floor.page), ours: await typeAll(ours.page) }
    if (index < WARM_UP) return
    times.floor.push(...found.floor)
    times.ours.push(...found.ours)
  })
  await host.call('close', undefined)
  return [
    rowOf({
      name: `filter key with ${specs} specs`,
      unit: 'ms',
      figure: times.ours,
      floor: times.floor,
      target: { p95: 50 },
      peakRssMb: { host: await host.close() },
    }),
  ]
})

async function typeAll(page: Page): Promise<number[]> {
  const times: number[] = []
  await page.bringToFront()
  await page.locator('input[type=search]').focus()
  for (const key of KEYS) {
    const painted = await page.evaluateHandle(notePaint)
    await page.keyboard.press(key)
    times.push(await painted.evaluate(({ ms }) => ms))
  }
  return times
}

/** Runs in the page: the time from the next key until a different number of rows is painted. */
function notePaint(): { ms: Promise<number> } {
  const table = document.querySelector('[role=table]')
  if (table === null) throw new Error('there are no rows')
  let pressedAt = Number.NaN
  const onKey = (event: KeyboardEvent): void => void (pressedAt = event.timeStamp)
  window.addEventListener('keydown', onKey, { capture: true, once: true })
  const ms = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now() - pressedAt))
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(table, { attributeFilter: ['aria-rowcount'] })
  })
  return { ms }
}
