import type { WorkItem } from '../../../contracts/work-item.ts'
import type { RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { go } from '../../app/routes.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { isDoable, isNavigation, perform, placeOf, type Doable } from '../items/spec-commands.ts'
import type { BoardItem } from './board-items.ts'
import { useBoard } from './board-store.ts'
import { usePickKeys } from './bulk/use-pick-keys.ts'
import { mayNow } from '../workers/in-fleet.ts'
import { isItem, type BoardEntry } from './groups/board-entries.ts'

interface RowKeys {
  entries: BoardEntry[]
  list: RefObject<VirtuosoHandle | null>
  search: RefObject<HTMLInputElement | null>
}

/** Returns a function that moves the focus to the first row. */
export function useRowKeys({ entries, list, search }: RowKeys): () => void {
  const selected = (): BoardItem | undefined => {
    const key = useBoard.getState().selected
    return entries.filter(isItem).find((item) => item.key === key)
  }
  const goTo = (item: BoardItem | undefined): void => {
    if (item === undefined) return
    useBoard.getState().select(item.key)
    const index = entries.indexOf(item)
    list.current?.scrollIntoView({ index, done: () => focusRow(item.key) })
  }
  const move = (by: 1 | -1): void => {
    const items = entries.filter(isItem)
    const now = items.findIndex(({ key }) => key === useBoard.getState().selected)
    goTo(items[now === -1 ? 0 : Math.min(items.length - 1, Math.max(0, now + by))])
  }
  const open = (event: KeyboardEvent): boolean => {
    const item = selected()
    // On a link or a button, Enter already activates that.
    if (event.target !== document.body || item === undefined) return false
    go({ screen: 'item', item: item.row.item, tab: 'documents', document: null })
    return true
  }
  usePickKeys({ entries, selected })
  useShortcuts({
    '/': () => search.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ArrowRight: () => moveInRow(1),
    ArrowLeft: () => moveInRow(-1),
    Enter: open,
    r: () => {
      const item = selected()
      if (item === undefined) return
      const action = item.row.allowed.next
      if (action === null) return
      if (isNavigation(action)) go(placeOf(item.row, action))
      else if (isDoable(action)) void act(item.row.item, action)
    },
    x: () => {
      const item = selected()
      if (item !== undefined && mayNow('operator'))
        useBoard.getState().ask({ what: 'archive', item: item.row.item })
    },
  })
  return () => goTo(entries.find(isItem))
}

function focusRow(key: string): void {
  // Scrolling takes a moment: the cursor may have moved on.
  if (useBoard.getState().selected !== key) return
  const row = document.querySelector(`[data-key="${CSS.escape(key)}"] [data-row-link]`)
  if (row instanceof HTMLElement) row.focus({ preventScroll: true })
}

/** Moves between the name of a row and its phase cells; false if there is no next one. */
function moveInRow(by: 1 | -1): boolean {
  const here = document.activeElement
  const row = here?.closest('[data-key]')
  if (!(here instanceof HTMLElement) || row === null || row === undefined) return false
  const stops = [...row.querySelectorAll<HTMLElement>('[data-row-link], [data-cell-link]')]
  const next = stops[stops.indexOf(here) + by]
  if (!stops.includes(here) || next === undefined) return false
  next.focus()
  return true
}

async function act(item: WorkItem, action: Doable): Promise<void> {
  const reply = await perform(item, action)
  if (!reply.ok) showRefusal(reply.error, item)
}
