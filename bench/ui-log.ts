import { execFileSync } from 'node:child_process'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { TestBrowser } from '../test/browser/world/browser.ts'
import { option, rowOf } from './parts/row.ts'
import type { calls as HostCalls } from './parts/ui/ui-host.ts'
import { writeLog } from './parts/ui/ui-long-log.ts'
import { firstLineInSight, framesDuring, heapOf, isLineInSight } from './parts/ui/ui-log-page.ts'
import { PER_SECOND, Tail } from './parts/ui/ui-tail.ts'
import { letIn, visit } from './parts/ui/ui-visit.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const MEASURED_MS = 6000
const MAKE_FIFO = 'mkfifo'

/** A long log (`--lines=N`) that grows while someone reads it. */
await play({ host: () => import('./parts/ui/ui-host.ts') }, async () => {
  const lines = option('lines', 200_000)
  const dir = workFolder()
  const { command, growth } = talkativeAgent(dir, lines)
  const host = await Worker.start<typeof HostCalls>('host')
  const opened = await host.call('open', { dir, projects: [0], command })
  const [address] = opened.pages
  if (address === undefined) throw new Error('the project is missing')
  const { agentId } = await host.call('startAgent', { name: 'long-log' })
  const tail = new Tail(createWriteStream(growth), lines)
  await using browser = await TestBrowser.launch()
  const floor = await visit(browser, opened.floor)
  const floorFrames = await framesDuring(floor.page, () => pause(MEASURED_MS))
  await floor.leave()
  const { page, firstRowMs } = await open(browser, { ...address, agentId, last: lines - 1 })
  const frames = await framesDuring(page, () => tail.growFor(MEASURED_MS))
  const isKept = await isReached(page, tail.last)
  const isReleased = await staysAfterScroll(page, tail)
  const heapMb = await heapOf(page)
  tail.end()
  await host.call('close', undefined)
  return [
    rowOf({
      name: `frame of a log of ${lines} lines, +${PER_SECOND}/s`,
      unit: 'ms',
      figure: frames,
      floor: floorFrames,
      target: { p95: 34 },
      failures: Number(!isKept) + Number(!isReleased),
      peakRssMb: { host: await host.close() },
      notes: {
        'follows the tail': String(isKept),
        'released by scrolling': String(isReleased),
        'longest frame ms': Math.round(Math.max(...frames)),
        'last line on screen after ms': Math.round(firstRowMs),
        'heap of the page MB': heapMb,
      },
    }),
  ]
})

/** Prints a long log at once and then whatever comes through the pipe. */
function talkativeAgent(dir: string, lines: number): { command: string; growth: string } {
  const [command, past, growth] = ['agent', 'past.jsonl', 'growth'].map((name) => join(dir, name))
  if (command === undefined || past === undefined || growth === undefined) throw new Error('no dir')
  writeLog(past, lines)
  execFileSync(MAKE_FIFO, [growth])
  writeFileSync(command, `#!/bin/sh\ncat '${past}'\nexec cat '${growth}'\n`, { mode: 0o755 })
  return { command, growth }
}

interface Wanted {
  link: string
  url: string
  agentId: string
  last: number
}

async function open(
  browser: TestBrowser,
  { link, url, agentId, last }: Wanted,
): Promise<{ page: Page; firstRowMs: number }> {
  const { page } = await browser.seat()
  await letIn(page, link)
  await page.goto(`${url}agents/${agentId}`, { waitUntil: 'commit' })
  await page.waitForFunction(isLineInSight, last, { polling: 'raf', timeout: 60_000 })
  return { page, firstRowMs: await page.evaluate(() => performance.now()) }
}

async function isReached(page: Page, line: number): Promise<boolean> {
  try {
    await page.waitForFunction(isLineInSight, line, { polling: 'raf', timeout: 10_000 })
    return true
  } catch {
    return false
  }
}

/** Whether the lines the user scrolled to stay in view while the log grows. */
async function staysAfterScroll(page: Page, tail: Tail): Promise<boolean> {
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -3000)
  const released = tail.last
  await pause(500)
  const before = await page.evaluate(firstLineInSight)
  await tail.growFor(2000)
  await pause(500)
  const after = await page.evaluate(firstLineInSight)
  const isAway = !(await page.evaluate(isLineInSight, released))
  return isAway && before !== null && before === after
}
