import type { Phase } from '../../../../contracts/phases.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import {
  bulkRun,
  bulkStop,
  whyNotArchived,
  type BulkAct,
  type LeftAlone,
} from '../../../../core/views/bulk-acts.ts'
import { permitsUntil } from '../../../../core/views/run-until.ts'
import type { Refusal } from '../../../app/live.ts'
import { archiveItem, isDoable, perform, setPermits } from '../../items/spec-commands.ts'
import { lastPhaseUpTo } from '../board-columns.ts'

/** `until`: the column up to which they run; null: not at all. */
export type BulkOrder =
  | { kind: 'run' | 'stop' | 'archive' }
  | { kind: 'permit'; until: Phase | null }
export type BulkKind = BulkOrder['kind']

export interface BulkRefusal {
  item: WorkItem
  why: LeftAlone | Refusal
}

/** Every selected row counts as either done or refused. */
export interface BulkResult {
  kind: BulkKind
  done: number
  refused: BulkRefusal[]
}

const AT_ONCE = 6

export async function performOnAll(rows: ItemRow[], order: BulkOrder): Promise<BulkResult> {
  const result: BulkResult = { kind: order.kind, done: 0, refused: [] }
  const left = [...rows]
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const why = await performOn(row, order)
      if (why === null) result.done++
      else result.refused.push({ item: row.item, why })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return result
}

function performOn(row: ItemRow, order: BulkOrder): Promise<BulkRefusal['why'] | null> {
  switch (order.kind) {
    case 'run':
      return act(row, bulkRun(row))
    case 'stop':
      return act(row, bulkStop(row))
    case 'archive':
      return archive(row)
    case 'permit':
      return permit(row, order.until)
    default:
      return order satisfies never
  }
}

async function act(row: ItemRow, bulk: BulkAct): Promise<BulkRefusal['why'] | null> {
  if (!bulk.ok) return bulk.why
  if (!isDoable(bulk.action)) return 'needs-decision'
  const reply = await perform(row.item, bulk.action)
  if (!reply.ok) return reply.error
  return bulk.action.type === 'stop' && isUnchanged(reply.value) ? 'not-running' : null
}

/** The run had already ended by itself. */
const isUnchanged = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'changed' in value && value.changed === false

async function archive(row: ItemRow): Promise<BulkRefusal['why'] | null> {
  const why = whyNotArchived(row)
  if (why !== null) return why
  const reply = await archiveItem(row.item)
  return reply.ok ? null : reply.error
}

async function permit(row: ItemRow, until: Phase | null): Promise<BulkRefusal['why'] | null> {
  if (row.problem !== null) return 'unreadable'
  const last = until === null ? null : lastPhaseUpTo(row, until)
  const reply = await setPermits(row.item, permitsUntil(row, last))
  return reply.ok ? null : reply.error
}
