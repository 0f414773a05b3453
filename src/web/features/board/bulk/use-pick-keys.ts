import { useShortcuts } from '../../../app/shortcuts.ts'
import type { BoardItem } from '../board-items.ts'
import { isItem, type BoardEntry } from '../groups/board-entries.ts'
import { usePicked } from './picked-store.ts'

interface PickKeys {
  entries: BoardEntry[]
  /** The row with the keyboard cursor. */
  selected(): BoardItem | undefined
}

export function usePickKeys({ entries, selected }: PickKeys): void {
  const order = () => entries.filter(isItem).map(({ key }) => key)
  useShortcuts({
    s: () => {
      const item = selected()
      if (item !== undefined) usePicked.getState().toggle(item.key)
    },
    S: () => {
      const item = selected()
      if (item !== undefined) usePicked.getState().extend(item.key, order())
    },
    a: () => usePicked.getState().pickAll(order(), true),
    Escape: () => {
      if (usePicked.getState().picked.size === 0) return false
      usePicked.getState().clear()
      return true
    },
  })
}
