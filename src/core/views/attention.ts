import type { ReadFinding } from '../../contracts/asked/findings.ts'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { Phase } from '../../contracts/phases.ts'
import {
  decisionsOf,
  stopReason,
  waitingDocument,
  type Decisions,
  type StopReason,
} from './decisions.ts'

/** Something that waits for a person. */
export interface AttentionItem extends Decisions {
  /** The same while the same thing waits. */
  id: string
  item: WorkItem
  kind: 'approval' | 'unreadable' | 'question' | StopReason
  phase: Phase | null
  at: string | null
  detail: string
  /** The detail for any language, where it is known. */
  finding: ReadFinding | null
}

/** Where the reason alone says too little: files, branches or checks are named in the detail. */
const NAMED_IN_DETAIL: ReadonlySet<AttentionItem['kind']> = new Set([
  'workspace',
  'conflict',
  'not-verified',
  'check-missing',
])

export const isDetailNeeded = ({ kind, asks }: Pick<AttentionItem, 'kind' | 'asks'>): boolean =>
  asks === null && NAMED_IN_DETAIL.has(kind)

/** Everything that waits, newest first. */
export function attentionOf(rows: Iterable<ItemRow>): AttentionItem[] {
  const items: AttentionItem[] = []
  for (const row of rows) {
    const what = waiting(row)
    if (what !== null) items.push({ ...itemBase(row), ...what, ...decisionsOf(row) })
  }
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}

type Waiting = Pick<AttentionItem, 'kind'> & Partial<Pick<AttentionItem, 'id' | 'detail' | 'phase'>>

function waiting(row: ItemRow): Waiting | null {
  const { problem, question } = row
  const key = itemKey(row.item)
  if (problem !== null) return { kind: 'unreadable', detail: problem }
  if (question !== null) {
    const detail = [question.tool, question.summary].filter(Boolean).join(': ')
    return { kind: 'question', id: `${key}:question:${question.id}`, detail }
  }
  const reason = stopReason(row)
  if (reason !== null) return { kind: reason }
  const phase = waitingDocument(row)
  return phase === null ? null : { kind: 'approval', id: `${key}:approval:${phase}`, phase }
}

const itemBase = (
  row: ItemRow,
): Pick<AttentionItem, 'id' | 'item' | 'phase' | 'at' | 'detail' | 'finding'> => ({
  id: `${itemKey(row.item)}:${row.run.status}:${row.run.reason ?? ''}:${row.run.phase ?? ''}`,
  item: row.item,
  phase: row.run.phase,
  at: row.activeAt,
  detail: row.detail,
  finding: row.finding,
})
