import { BUG_PHASES, type BugRow, type SpecRow } from '../../../contracts/views/board.ts'
import { attentionOf } from '../../../core/views/attention.ts'
import { naturalOrder } from '../../../core/views/natural-order.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import { nextAction } from '../../../core/views/spec-actions.ts'

export const GROUPS = ['running', 'needs', 'failed', 'done', 'idle'] as const
type Group = (typeof GROUPS)[number]
export type Filter = 'all' | Group
export const SORTS = ['activity', 'name', 'status'] as const
export type Sort = (typeof SORTS)[number]

interface ItemBase {
  /** Unique over specs and bugs. */
  key: string
  name: string
  activeAt: string
  group: Group
  /** What the search looks at. */
  text: string
}
export type SpecItem = ItemBase & { kind: 'spec'; row: SpecRow }
export type BugItem = ItemBase & { kind: 'bug'; row: BugRow }
export type BoardItem = SpecItem | BugItem

interface BoardQuery {
  query: string
  filter: Filter
  sort: Sort
}

/** Rows are never changed, only replaced: what follows from one is worked out once. */
const specItems = new WeakMap<SpecRow, SpecItem>()
const bugItems = new WeakMap<BugRow, BugItem>()

interface Rows {
  specs: Iterable<SpecRow>
  bugs: Iterable<BugRow>
  /** Specs whose agent is silent: they wait for a person, as in the inbox. */
  silent: ReadonlySet<string>
}

export const itemsOf = ({ specs, bugs, silent }: Rows): BoardItem[] => [
  ...Array.from(specs, (row) => (silent.has(row.feature) ? silentItem(row) : specItem(row))),
  ...Array.from(bugs, bugItem),
]

function silentItem(row: SpecRow): SpecItem {
  const item = specItem(row)
  return item.group === 'running' ? { ...item, group: 'needs' } : item
}

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

function specItem(row: SpecRow): SpecItem {
  const known = specItems.get(row)
  if (known !== undefined) return known
  const item: SpecItem = {
    kind: 'spec',
    key: `spec:${row.feature}`,
    name: row.feature,
    activeAt: row.activeAt ?? '',
    group: groupOf(row),
    text: `${row.feature} ${row.description}`.toLowerCase(),
    row,
  }
  specItems.set(row, item)
  return item
}

function bugItem(row: BugRow): BugItem {
  const known = bugItems.get(row)
  if (known !== undefined) return known
  const item: BugItem = {
    kind: 'bug',
    key: `bug:${row.bug}`,
    name: row.bug,
    activeAt: row.activeAt ?? '',
    group: row.problem !== null ? 'failed' : row.phase === BUG_PHASES.at(-1) ? 'done' : 'idle',
    text: row.bug.toLowerCase(),
    row,
  }
  bugItems.set(row, item)
  return item
}

function groupOf(row: SpecRow): Group {
  if (row.problem !== null || row.run.status === 'error') return 'failed'
  // Also a run under way may wait for an answer.
  if (attentionOf([row]).length > 0) return 'needs'
  if (isLive(row)) return 'running'
  return row.run.status === 'completed' && nextAction(row)?.type !== 'start' ? 'done' : 'idle'
}
