import type { Page } from 'playwright-core'

/** How long each frame of the page took during `act`. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.bringToFront()
  const noting = await page.evaluateHandle(noteFrames)
  await act()
  return noting.evaluate((notes) => notes.end())
}

/** Runs in the page, like the next functions. */
export function isLineInSight(line: number): boolean {
  const list = document.querySelector('[role=log]')
  if (list === null) return false
  const frame = list.getBoundingClientRect()
  return [...list.querySelectorAll('[data-index]')].some((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    const isVisible = bottom > frame.top && top < frame.bottom
    return isVisible && (row.textContent ?? '').includes(`#${line} `)
  })
}

export function firstLineInSight(): number | null {
  const list = document.querySelector('[role=log]')
  if (list === null) return null
  const frame = list.getBoundingClientRect()
  const row = [...list.querySelectorAll('[data-index]')].find(
    (each) => each.getBoundingClientRect().bottom > frame.top + 1,
  )
  const number = /#(\d+) /.exec(row?.textContent ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

function noteFrames(): { end: () => number[] } {
  const frames: number[] = []
  let last = performance.now()
  let isOver = false
  const note = (now: number): void => {
    frames.push(now - last)
    last = now
    if (!isOver) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  return {
    end: () => {
      isOver = true
      return frames.slice(1)
    },
  }
}

export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return Math.round(used / 1024 / 1024)
}
