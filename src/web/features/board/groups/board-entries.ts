import type { ItemGroup } from '../../../../core/formats/item-group.ts'
import { naturalOrder } from '../../../../core/views/natural-order.ts'
import { STANDINGS, type Standing } from '../../../../core/views/standing.ts'
import type { BoardItem } from '../board-items.ts'

export interface GroupHead {
  kind: 'group'
  key: string
  of: { standing: Standing } | { folder: string }
  count: number
  isOpen: boolean
}

/** One line of the list: a row, or the head of the rows below it. */
export type BoardEntry = (BoardItem & { kind?: never }) | GroupHead

interface Groups {
  /** Also group by standing. */
  isGrouped: boolean
  /** Keys of groups toggled by the user; archived folders start closed, all others open. */
  toggled: readonly string[]
  /** Matches are shown even inside closed groups. */
  isSearching: boolean
}

/** Puts the rows under their heads, in their given order, without those of closed groups. */
export function groupedEntries(items: BoardItem[], groups: Groups): BoardEntry[] {
  const isApart = ({ group }: BoardItem): boolean =>
    group !== null && (group.isArchived || !groups.isGrouped)
  const loose = items.filter((item) => !isApart(item))
  const shown = groups.isGrouped ? byStanding(loose, groups) : loose
  return [...shown, ...byFolder(items.filter(isApart), groups)]
}

function byStanding(items: BoardItem[], { toggled, isSearching }: Groups): BoardEntry[] {
  return STANDINGS.flatMap((standing): BoardEntry[] => {
    const own = items.filter(({ stand }) => stand.standing === standing)
    if (own.length === 0) return []
    const isOpen = isSearching || !toggled.includes(standing)
    return withHead({ key: standing, of: { standing }, isOpen }, own)
  })
}

function byFolder(items: BoardItem[], { toggled, isSearching }: Groups): BoardEntry[] {
  const found = new Map<string, { group: ItemGroup; own: BoardItem[] }>()
  for (const item of items) {
    if (item.group === null) continue
    const known = found.get(item.group.key) ?? { group: item.group, own: [] }
    known.own.push(item)
    found.set(item.group.key, known)
  }
  return [...found.values()]
    .sort(byPlace)
    .flatMap(({ group: { key, folder, isArchived }, own }) => {
      const isOpen = isSearching || toggled.includes(key) === isArchived
      return withHead({ key, of: { folder }, isOpen }, own)
    })
}

type InFolder = { group: ItemGroup }
const byPlace = ({ group: a }: InFolder, { group: b }: InFolder): number =>
  Number(a.isArchived) - Number(b.isArchived) || naturalOrder(a.key, b.key)

const withHead = (head: Omit<GroupHead, 'kind' | 'count'>, own: BoardItem[]): BoardEntry[] => [
  { kind: 'group', count: own.length, ...head },
  ...(head.isOpen ? own : []),
]

export const isItem = (entry: BoardEntry): entry is BoardItem & { kind?: never } =>
  entry.kind !== 'group'
