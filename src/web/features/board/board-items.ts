import type { ProjectId } from '../../../contracts/ids.ts'
import { itemKey, type ItemKey } from '../../../contracts/work-item.ts'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { groupOf, type ItemGroup } from '../../../core/formats/item-group.ts'
import { naturalOrder } from '../../../core/views/natural-order.ts'
import { needOf, type SilentAgents } from '../../../core/views/needs-you.ts'
import { standOf, STANDINGS, type Stand, type Standing } from '../../../core/views/standing.ts'

export type Filter = 'all' | Standing
export const SORTS = ['activity', 'name', 'status'] as const
export type Sort = (typeof SORTS)[number]

export interface BoardItem {
  key: ItemKey
  name: string
  activeAt: string
  stand: Stand
  /** The text that the search matches. */
  text: string
  /** The folder it shares with other items. */
  group: ItemGroup | null
  row: ItemRow
}

/** Props of a board row, on a desktop or a phone. */
export interface RowProps {
  project: ProjectId
  item: BoardItem
  /** Kept hidden, to be reused by a row that comes back. */
  isSpare?: boolean
}

interface BoardQuery {
  query: string
  filter: Filter
  sort: Sort
}

/** Safe to cache: rows are never mutated, only replaced. */
const known = new WeakMap<ItemRow, { item: BoardItem; silent: AgentInfo | null }>()

/** `silent`: agents that do not respond; their items need the user, as in the inbox. */
export const itemsOf = (rows: Iterable<ItemRow>, silent: SilentAgents): BoardItem[] =>
  Array.from(rows, (row) => itemOf(row, silent.get(itemKey(row.item)) ?? null))

export function shownItems(items: BoardItem[], { query, filter, sort }: BoardQuery): BoardItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items
    .filter((item) => filter === 'all' || item.stand.standing === filter)
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort(ORDERS[sort])
}

export function countsOf(items: BoardItem[]): Record<Filter, number> {
  const counts = { all: items.length, needs: 0, running: 0, waiting: 0, idle: 0, done: 0 }
  for (const { stand } of items) counts[stand.standing]++
  return counts
}

type Order = (a: BoardItem, b: BoardItem) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byName: Order = (a, b) => naturalOrder(a.name, b.name) || byText(a.key, b.key)
const byActivity: Order = (a, b) => byText(b.activeAt, a.activeAt) || byName(a, b)
const urgencyOf = ({ stand }: BoardItem): number => STANDINGS.indexOf(stand.standing)
const ORDERS: Record<Sort, Order> = {
  activity: byActivity,
  name: byName,
  status: (a, b) => urgencyOf(a) - urgencyOf(b) || byActivity(a, b),
}

function itemOf(row: ItemRow, silent: AgentInfo | null): BoardItem {
  const before = known.get(row)
  if (before !== undefined && before.silent === silent) return before.item
  const item = boardItem(row, silent)
  known.set(row, { item, silent })
  return item
}

const boardItem = (row: ItemRow, silent: AgentInfo | null): BoardItem => ({
  key: itemKey(row.item),
  name: row.item.name,
  activeAt: row.activeAt ?? '',
  stand: standOf(row, needOf(row, silent)),
  text: `${row.item.name} ${row.description}`.toLowerCase(),
  group: groupOf(row.item),
  row,
})
