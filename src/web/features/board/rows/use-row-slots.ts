import { useMemo, useState } from 'react'
import type { ListItem } from 'react-virtuoso'
import { useBoard } from '../board-store.ts'
import type { BoardEntry } from '../groups/board-entries.ts'
import { RowSlots } from './row-slots.ts'

interface SlotProps {
  computeItemKey(index: number, entry: BoardEntry): string
  itemsRendered(items: ListItem<BoardEntry>[]): void
}

/** What the list needs so that what is drawn is used again when other rows are looked for. */
export function useRowSlots(entries: BoardEntry[]): SlotProps {
  const look = useBoard(({ query, filter, sort }) => `${filter} ${sort} ${query}`)
  const [slots] = useState(() => new RowSlots())
  return useMemo(() => {
    slots.show(entries, look)
    return {
      computeItemKey: (_, entry) => slots.slotOf(entry),
      itemsRendered: (items) =>
        slots.drew({ from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? -1 }),
    }
  }, [slots, entries, look])
}
