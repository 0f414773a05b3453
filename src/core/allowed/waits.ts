import type { Waits } from '../../contracts/views/allowed.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import { itemKey } from '../../contracts/work-item.ts'
import { decisionsOf, stopReason, waitingDocument } from './decisions.ts'

/** What waits for the user, or null. */
export function waitsOf(row: RowFacts): Waits | null {
  const what = waiting(row)
  return what === null ? null : { ...base(row), ...what, ...decisionsOf(row) }
}

type Waiting = Pick<Waits, 'kind'> & Partial<Pick<Waits, 'id' | 'detail' | 'phase'>>

function waiting(row: RowFacts): Waiting | null {
  const { problem, question } = row
  const key = itemKey(row.item)
  if (problem !== null) return { kind: 'unreadable', detail: problem }
  if (question !== null) {
    const detail = [question.tool, question.summary].filter(Boolean).join(': ')
    return { kind: 'question', id: `${key}:question:${question.id}`, detail }
  }
  const reason = stopReason(row)
  if (reason !== null) return { kind: reason }
  // What was never started here waits for nobody, whatever its documents lack.
  const phase = row.run.status === 'idle' ? null : waitingDocument(row)
  return phase === null ? null : { kind: 'approval', id: `${key}:approval:${phase}`, phase }
}

const base = (row: RowFacts): Pick<Waits, 'id' | 'phase' | 'detail'> => ({
  id: `${itemKey(row.item)}:${row.run.status}:${row.run.reason ?? ''}:${row.run.phase ?? ''}`,
  phase: row.run.phase,
  detail: row.detail,
})
