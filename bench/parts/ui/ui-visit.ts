import type { Page } from 'playwright-core'
import { KEY_STORAGE } from '../../../src/contracts/launch/session-key.ts'
import type { TestBrowser } from '../../../test/browser/world/browser.ts'

export interface Address {
  /** Logs in whoever opens it. */
  link: string
  url: string
}

interface Marks {
  firstRow: Promise<number>
}

interface Visit {
  page: Page
  firstRowMs: number
  /** The page's own CPU time until then, independent of the load on the machine. */
  workMs: number
  leave: () => Promise<void>
}

/** The first visit of a new browser context, from navigation to the first row on screen. */
export async function visit(browser: TestBrowser, { link, url }: Address): Promise<Visit> {
  const { page, context } = await browser.seat()
  await letIn(page, link)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(noteFirstRow)
  await page.goto(url, { waitUntil: 'commit' })
  const firstRowMs = await page.evaluate(() => (window as unknown as Marks).firstRow)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  return { page, firstRowMs, workMs: seconds * 1000, leave: () => context.close() }
}

/** Stores both halves of a session before the page itself is opened. */
export async function letIn(page: Page, link: string): Promise<void> {
  const entered = await (await page.request.get(link)).text()
  const key = /data-key="([^"]*)"/.exec(entered)?.[1]
  if (key === undefined) throw new Error('the link lets nobody in')
  // The cookie is set already; the page keeps the other half of the session in its storage.
  await page.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    KEY_STORAGE,
    key,
  ] as const)
}

/** The scripts that were requested before a moment. */
export const scriptsUntil = (page: Page, ms: number): Promise<string[]> =>
  page.evaluate(
    (end) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < end)
        .map(({ name }) => name),
    ms,
  )

/** Runs in the page before its own code; `performance.now` counts from the navigation. */
function noteFirstRow(): void {
  const marks = window as unknown as Marks
  marks.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=row][data-key]') === null) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // The message arrives after the paint of this frame.
        port1.addEventListener('message', () => resolve(performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}
