import { isPassing } from '../state/passing.ts'
import type { SpecRow } from '../../contracts/views/board.ts'
import { PHASES, type Phase } from '../../contracts/phases.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS, MAX_IMPL_RERUNS } from '../workflow/limits.ts'

export type CellState = 'done' | 'running' | 'queued' | 'waiting' | 'failed' | 'nogo' | 'todo'

export interface PhaseCell {
  phase: Phase
  state: CellState
  isGo: boolean
  /** Tasks ticked of all that must be. */
  tasks: { done: number; total: number } | null
  round: { now: number; of: number } | null
  rerun: { now: number; of: number } | null
  /** When it goes on by itself. */
  until: string | null
}

/** The seven phases of a spec as the board and the workflow show them. */
export function phaseCells(row: SpecRow): PhaseCell[] {
  const next = phaseToRun(row)
  return PHASES.map((phase) => ({
    phase,
    state: cellState(row, phase, next),
    isGo: row.permissions[phase],
    tasks: phase === 'impl' && row.tasks !== null ? row.tasks : null,
    round: phase === 'document-review' ? roundOf(row) : null,
    rerun:
      phase === 'impl' && row.run.implReruns > 0
        ? { now: row.run.implReruns, of: MAX_IMPL_RERUNS }
        : null,
    until: phase === row.run.phase && isPassing(row.run.waitingFor) ? row.run.waitingUntil : null,
  }))
}

export const isLive = ({ run }: SpecRow): boolean =>
  run.status === 'running' || run.status === 'queued'

/** An agent is at work on this phase at this moment. */
export const isBeingWritten = ({ run }: SpecRow, phase: Phase): boolean =>
  run.status === 'running' && run.phase === phase && run.waitingFor !== 'working-tree'

/** Of a run that is under way, by what it waits for: only an answer is a person's to give. */
const STATE_WHILE = {
  nothing: 'running',
  'working-tree': 'queued',
  quota: 'queued',
  service: 'queued',
  network: 'queued',
  answer: 'waiting',
} as const satisfies Record<NonNullable<SpecRow['run']['waitingFor']> | 'nothing', CellState>

function cellState(row: SpecRow, phase: Phase, next: Phase | null): CellState {
  const { run } = row
  if (run.phase === phase) {
    if (run.status === 'running') return STATE_WHILE[run.waitingFor ?? 'nothing']
    if (run.status === 'queued') return 'queued'
    if (run.status === 'error') return 'failed'
    // Whoever stopped it knows; nobody has to be called.
    if (run.status === 'paused') return run.reason === 'user' ? 'todo' : 'waiting'
  }
  if (isDone(row, phase)) return needsApproval(row, phase) ? 'waiting' : 'done'
  if (!row.permissions[phase]) return 'nogo'
  return phase === next && run.status === 'queued' ? 'queued' : 'todo'
}

/** A written document that nobody has approved; the run itself approves on its way. */
export const needsApproval = (row: SpecRow, phase: Phase): boolean =>
  isDocumentPhase(phase) && !isLive(row) && isDone(row, phase) && !row.approvals[phase].approved

/** The first phase that is not passed; null when all are. */
export const phaseToRun = (row: SpecRow): Phase | null =>
  PHASES.find((phase) => !isDone(row, phase)) ?? null

/** The same questions as `isPassed`, asked of what the row tells. */
export function isDone(row: SpecRow, phase: Phase): boolean {
  if (row.redo.includes(phase)) return false
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return row.approvals[phase].generated
    case 'document-review':
      return row.review.status === 'approved'
    case 'impl':
      return row.tasks !== null && row.tasks.done === row.tasks.total
    case 'inspection':
      return row.inspections.at(-1)?.result === 'go'
    case 'deploy':
      return row.phase === 'deploy-complete'
    default:
      return phase satisfies never
  }
}

function roundOf({ review, run }: SpecRow): PhaseCell['round'] {
  const completed = review.rounds.filter(({ status }) => status === 'reply_complete').length
  const isReviewing = run.status === 'running' && run.phase === 'document-review'
  const now = review.currentRound ?? (isReviewing ? (run.round ?? completed) : completed)
  return now === 0 ? null : { now, of: Math.max(MAX_DOCUMENT_REVIEW_ROUNDS, now) }
}
