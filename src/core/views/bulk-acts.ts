import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { isLive } from './phase-cells.ts'

/** Why a bulk action skips an item. */
export type LeftAlone =
  | 'running'
  | 'not-running'
  | 'needs-decision'
  | 'next-is-nogo'
  | 'nothing-left'
  | 'unreadable'

export type BulkAct = { ok: true; action: SpecAction } | { ok: false; why: LeftAlone }

const act = (action: SpecAction): BulkAct => ({ ok: true, action })
const skip = (why: LeftAlone): BulkAct => ({ ok: false, why })

/** What a row's own button would start; never a decision about something nobody has looked at. */
export function bulkRun(row: ItemRow): BulkAct {
  if (row.problem !== null) return skip('unreadable')
  if (isLive(row)) return skip('running')
  const { next } = row.allowed
  if (next === null || next.type === 'view-changes') return skip('nothing-left')
  if (next.type === 'start' || next.type === 'resume') return act(next)
  return skip(next.type === 'permit-and-start' ? 'next-is-nogo' : 'needs-decision')
}

export const bulkStop = (row: ItemRow): BulkAct =>
  isLive(row) ? act({ type: 'stop' }) : skip('not-running')

export const whyNotArchived = (row: ItemRow): LeftAlone | null => (isLive(row) ? 'running' : null)
