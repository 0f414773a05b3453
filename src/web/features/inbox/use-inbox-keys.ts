import { go } from '../../app/routes.ts'
import { useShortcuts, type Shortcuts } from '../../app/shortcuts.ts'
import type { InboxItem } from './inbox-items.ts'

interface InboxKeys {
  items: InboxItem[]
  chosen: InboxItem | undefined
  /** Scrolls to it and focuses it. */
  select(item: InboxItem, index: number): void
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export function useInboxKeys({ items, chosen, select }: InboxKeys): void {
  const move = (by: 1 | -1): void => {
    const now = chosen === undefined ? -1 : items.indexOf(chosen)
    const index = now === -1 ? 0 : Math.min(items.length - 1, Math.max(0, now + by))
    const item = items[index]
    if (item !== undefined) select(item, index)
  }
  const open = (event: KeyboardEvent): boolean => {
    if (chosen === undefined || chosen.kind === 'trust') return false
    // On a button or a link of the entry, Enter already activates that.
    if (!(event.target instanceof HTMLElement) || isAct(event.target)) return false
    const document = chosen.kind === 'hang' || chosen.kind === 'finished' ? null : chosen.document
    go({ screen: 'item', item: chosen.item, tab: 'documents', document })
    return true
  }
  const acts: Shortcuts = Object.fromEntries(
    DIGITS.map((digit, index) => [digit, () => chosen !== undefined && press(chosen.id, index)]),
  )
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: open,
    ...acts,
  })
}

const isAct = (target: HTMLElement): boolean =>
  target.closest('button:not([data-entry]), a, summary') !== null

/** Presses the button of the entry at this index. */
function press(id: string, index: number): boolean {
  const acts = document.querySelectorAll<HTMLButtonElement>(
    `[data-key="${CSS.escape(id)}"] [data-acts] button`,
  )
  const button = acts[index]
  if (button === undefined || button.disabled) return false
  button.click()
  return true
}
