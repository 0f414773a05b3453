import { useMemo, useState } from 'react'
import type { ListItem } from 'react-virtuoso'
import { useBoard } from '../board-store.ts'
import type { BoardItem } from '../board-items.ts'
import { isItem, type BoardEntry } from '../groups/board-entries.ts'
import { RowSlots } from './row-slots.ts'
import { useOverscan } from './use-overscan.ts'
import { useRoom } from './use-room.ts'

/** A row that does not match, kept hidden for rows that come back. */
interface SpareRow {
  kind: 'spare'
  slot: string
  item: BoardItem
}

export type DrawnEntry = BoardEntry | SpareRow

interface SlotProps {
  data: DrawnEntry[]
  computeItemKey(index: number, entry: DrawnEntry): string
  itemsRendered(items: ListItem<DrawnEntry>[]): void
  scrollerRef(scroller: HTMLElement | Window | null): void
  increaseViewportBy: number
}

/** Props that let the list reuse rendered rows when the search changes. */
export function useRowSlots(entries: BoardEntry[], rowHeight: number): SlotProps {
  const look = useBoard(({ query, filter, sort }) => `${filter} ${sort} ${query}`)
  const [slots] = useState(() => new RowSlots<BoardEntry>(isItem))
  const { room, scrollerRef } = useRoom(rowHeight)
  const props = useMemo(() => {
    slots.show(entries, look, room)
    const spares = slots.spares.flatMap(({ slot, row }): SpareRow[] =>
      isItem(row) ? [{ kind: 'spare', slot, item: row }] : [],
    )
    return {
      data: spares.length === 0 ? entries : [...entries, ...spares],
      computeItemKey: (_: number, entry: DrawnEntry) =>
        entry.kind === 'spare' ? entry.slot : slots.slotOf(entry),
      itemsRendered: (items: ListItem<DrawnEntry>[]) =>
        slots.drew({ from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? -1 }),
      scrollerRef,
    }
  }, [slots, entries, look, room, scrollerRef])
  return { ...props, increaseViewportBy: useOverscan(props.data !== entries) }
}
