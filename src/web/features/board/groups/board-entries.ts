import { STANDINGS, type Standing } from '../../../../core/views/standing.ts'
import type { BoardItem } from '../board-items.ts'

export interface GroupHead {
  kind: 'group'
  key: Standing
  count: number
  isOpen: boolean
}

/** One line of the list: a row, or the head of the rows below it. */
export type BoardEntry = (BoardItem & { kind?: never }) | GroupHead

/** The rows under their heads, in the order they have; those of closed groups are left out. */
export function groupedEntries(items: BoardItem[], closed: readonly Standing[]): BoardEntry[] {
  return STANDINGS.flatMap((standing): BoardEntry[] => {
    const own = items.filter(({ stand }) => stand.standing === standing)
    if (own.length === 0) return []
    const isOpen = !closed.includes(standing)
    const head: GroupHead = { kind: 'group', key: standing, count: own.length, isOpen }
    return isOpen ? [head, ...own] : [head]
  })
}

export const isItem = (entry: BoardEntry): entry is BoardItem & { kind?: never } =>
  entry.kind !== 'group'
