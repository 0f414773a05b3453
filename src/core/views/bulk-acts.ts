import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { isLive } from './phase-cells.ts'

/** Why an act on many leaves one of them alone. */
export type LeftAlone =
  | 'running'
  | 'not-running'
  | 'needs-decision'
  | 'next-is-nogo'
  | 'nothing-left'
  | 'unreadable'

export type BulkAct = { ok: true; action: SpecAction } | { ok: false; why: LeftAlone }

const act = (action: SpecAction): BulkAct => ({ ok: true, action })
const alone = (why: LeftAlone): BulkAct => ({ ok: false, why })

/**
 * What a row's own button would start. It never decides on something that has not been looked at.
 */
export function bulkRun(row: ItemRow): BulkAct {
  if (row.problem !== null) return alone('unreadable')
  if (isLive(row)) return alone('running')
  const { next } = row.allowed
  if (next === null || next.type === 'view-changes') return alone('nothing-left')
  if (next.type === 'start' || next.type === 'resume') return act(next)
  return alone(next.type === 'permit-and-start' ? 'next-is-nogo' : 'needs-decision')
}

export const bulkStop = (row: ItemRow): BulkAct =>
  isLive(row) ? act({ type: 'stop' }) : alone('not-running')

export const whyNotArchived = (row: ItemRow): LeftAlone | null => (isLive(row) ? 'running' : null)
