import type { Page } from 'playwright-core'

/** Reached by other keys than Tab: arrows in rows, tabs and lists; letters on rows. */
const BY_OTHER_KEYS =
  '[data-cell-link], [role=row] input[type=checkbox], [role=tab], [role=radio], [role=option], [role=rowgroup], [role=tabpanel], [role=dialog], main'

export interface TabWalk {
  /** What has the focus after each Tab, once around. */
  stops: string[]
  /** Elements that had the focus without a visible sign. */
  unseen: string[]
  /** Elements that can be pressed but were not reached by Tab. */
  missed: string[]
  /** Whether the focus came back to where it began. */
  isRound: boolean
}

const MOST_STOPS = 250

/** Presses Tab until it is back at the start, inside `root` or on the whole page. */
export async function walkByTab(page: Page, root = 'body'): Promise<TabWalk> {
  const stops: string[] = []
  const unseen: string[] = []
  await page.evaluate(markAll, root)
  let isRound = false
  for (let tabs = 0; tabs < MOST_STOPS && !isRound; tabs++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(standing)
    // The page itself has the focus: the browser starts over at the first element.
    if (stop === null) continue
    isRound = stop.wasHere
    if (isRound) break
    stops.push(stop.name)
    if (!stop.isSeen) unseen.push(stop.name)
  }
  return { stops, unseen, missed: await page.evaluate(missedIn, BY_OTHER_KEYS), isRound }
}

/** Runs in the page, like the next ones: clears the marks of the previous walk. */
function markAll(root: string): void {
  for (const one of document.querySelectorAll('[data-walked]')) one.removeAttribute('data-walked')
  for (const one of document.querySelectorAll('[data-walk]')) one.removeAttribute('data-walk')
  document.querySelector(root)?.setAttribute('data-walk', '')
}

/** Null if the page itself has the focus: the browser goes there between two rounds. */
function standing(): { name: string; isSeen: boolean; wasHere: boolean } | null {
  const here = document.activeElement
  if (!(here instanceof HTMLElement) || here === document.body) return null
  const wasHere = here.hasAttribute('data-walked')
  here.setAttribute('data-walked', '')
  const ringed = [here, here.parentElement, ...here.querySelectorAll('*')].some((one) => {
    if (one === null) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })
  const { top, bottom, left, right, width, height } = here.getBoundingClientRect()
  const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const name = `${here.getAttribute('role') ?? here.tagName.toLowerCase()} ${here.getAttribute('aria-label') ?? here.textContent?.trim().slice(0, 40) ?? ''}`
  return { name, isSeen: ringed && isInside && width + height > 0, wasHere }
}

function missedIn(byOtherKeys: string): string[] {
  const all = document.querySelectorAll<HTMLElement>(
    '[data-walk] :is(a[href], button, input, select, textarea, summary, [role=switch], [role=button])',
  )
  return [...all]
    .filter((one) => {
      const isShown = one.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      const isOff = one.matches(':disabled') || one.closest('[inert], [aria-hidden=true]') !== null
      const isUnchecked = one instanceof HTMLInputElement && one.type === 'radio' && !one.checked
      return isShown && !isOff && !isUnchecked && !one.matches(byOtherKeys)
    })
    .filter((one) => !one.hasAttribute('data-walked'))
    .map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.outerHTML)
}
