import { itemKey, type ItemKey } from '../../../contracts/work-item.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { attentionOf } from '../../../core/views/attention.ts'
import { naturalOrder } from '../../../core/views/natural-order.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import { nextAction } from '../../../core/views/spec-actions.ts'

export const GROUPS = ['running', 'needs', 'failed', 'done', 'idle'] as const
type Group = (typeof GROUPS)[number]
export type Filter = 'all' | Group
export const SORTS = ['activity', 'name', 'status'] as const
export type Sort = (typeof SORTS)[number]

export interface BoardItem {
  key: ItemKey
  name: string
  activeAt: string
  group: Group
  /** What the search looks at. */
  text: string
  row: ItemRow
}

interface BoardQuery {
  query: string
  filter: Filter
  sort: Sort
}

/** Rows are never changed, only replaced: what follows from one is worked out once. */
const known = new WeakMap<ItemRow, BoardItem>()

/** `silent`: the keys of those whose agent is not responding; they wait for a person, as in the inbox. */
export const itemsOf = (rows: Iterable<ItemRow>, silent: ReadonlySet<string>): BoardItem[] =>
  Array.from(rows, (row) => {
    const item = itemOf(row)
    return item.group === 'running' && silent.has(item.key) ? { ...item, group: 'needs' } : item
  })

export function shownItems(items: BoardItem[], { query, filter, sort }: BoardQuery): BoardItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return items
    .filter((item) => filter === 'all' || item.group === filter)
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .sort(ORDERS[sort])
}

export function countsOf(items: BoardItem[]): Record<Filter, number> {
  const counts = { all: items.length, running: 0, needs: 0, failed: 0, done: 0, idle: 0 }
  for (const { group } of items) counts[group]++
  return counts
}

type Order = (a: BoardItem, b: BoardItem) => number

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byName: Order = (a, b) => naturalOrder(a.name, b.name) || byText(a.key, b.key)
const byActivity: Order = (a, b) => byText(b.activeAt, a.activeAt) || byName(a, b)
const URGENCY: Record<Group, number> = { needs: 0, failed: 1, running: 2, idle: 3, done: 4 }
const ORDERS: Record<Sort, Order> = {
  activity: byActivity,
  name: byName,
  status: (a, b) => URGENCY[a.group] - URGENCY[b.group] || byActivity(a, b),
}

function itemOf(row: ItemRow): BoardItem {
  const before = known.get(row)
  if (before !== undefined) return before
  const item = boardItem(row)
  known.set(row, item)
  return item
}

const boardItem = (row: ItemRow): BoardItem => ({
  key: itemKey(row.item),
  name: row.item.name,
  activeAt: row.activeAt ?? '',
  group: groupOf(row),
  text: `${row.item.name} ${row.description}`.toLowerCase(),
  row,
})

function groupOf(row: ItemRow): Group {
  if (row.problem !== null || row.run.status === 'error') return 'failed'
  // Also a run under way may wait for an answer.
  if (attentionOf([row]).length > 0) return 'needs'
  if (isLive(row)) return 'running'
  return row.run.status === 'completed' && nextAction(row)?.type !== 'start' ? 'done' : 'idle'
}
