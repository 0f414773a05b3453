import { isTimed } from '../state/passing.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { CheckStanding } from '../../contracts/views/delivery.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { isLive as isLiveRun } from '../workflow/rules/allowed-acts.ts'
import { checkStanding } from './delivery.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'

export type CellState = 'done' | 'running' | 'queued' | 'waiting' | 'failed' | 'nogo' | 'todo'

export interface PhaseCell {
  phase: Phase
  state: CellState
  isGo: boolean
  /** Tasks ticked of all that must be. */
  tasks: { done: number; total: number } | null
  round: { now: number; of: number } | null
  rerun: { now: number; of: number } | null
  /** Of a phase that writes code: what the host's checks say of it; `none` if it has none to show for its success. */
  checks: CheckStanding | 'none' | null
  /** When it continues by itself. */
  until: string | null
}

/** What the cells are made of. */
export type CellSource = Pick<
  RowFacts,
  'workflow' | 'run' | 'passed' | 'permissions' | 'approvals' | 'tasks' | 'review' | 'checks'
>

/** The phases of a spec as board, workflow and terminal show them. */
export function phaseCells(row: CellSource): PhaseCell[] {
  const next = phaseToRun(row)
  return workflowOf(row).phases.map(({ phase, kind, loop, ticksTasks }) => ({
    phase,
    state: cellState(row, phase, next),
    isGo: row.permissions[phase],
    tasks: ticksTasks ? row.tasks : null,
    round: loop?.kind === 'rounds' ? roundOf(row, { phase, limit: loop.limit }) : null,
    rerun:
      loop?.kind === 'reruns' && row.run.implReruns > 0
        ? { now: row.run.implReruns, of: loop.limit }
        : null,
    checks:
      kind === 'code' ? (checkStanding(row) ?? (row.passed.includes(phase) ? 'none' : null)) : null,
    until: phase === row.run.phase && isTimed(row.run.waitingFor) ? row.run.waitingUntil : null,
  }))
}

export const isLive = ({ run }: Pick<RowFacts, 'run'>): boolean => isLiveRun(run)

/** An agent is working on this phase at this moment. */
export const isBeingWritten = ({ run }: RowFacts, phase: Phase): boolean =>
  run.status === 'running' && run.phase === phase && run.waitingFor !== 'working-tree'

/** Of a run that is under way, by what it waits for: only an answer is the user's to give. */
const STATE_WHILE = {
  nothing: 'running',
  'working-tree': 'queued',
  quota: 'queued',
  service: 'queued',
  network: 'queued',
  answer: 'waiting',
  answers: 'waiting',
} as const satisfies Record<NonNullable<RowFacts['run']['waitingFor']> | 'nothing', CellState>

function cellState(row: CellSource, phase: Phase, next: Phase | null): CellState {
  const { run } = row
  if (run.phase === phase) {
    if (run.status === 'running') return STATE_WHILE[run.waitingFor ?? 'nothing']
    if (run.status === 'queued') return 'queued'
    if (run.status === 'error') return 'failed'
    // The person who stopped it knows; no notification is needed.
    if (run.status === 'paused') return run.reason === 'user' ? 'todo' : 'waiting'
  }
  if (row.passed.includes(phase)) return needsApproval(row, phase) ? 'waiting' : 'done'
  if (!row.permissions[phase]) return 'nogo'
  return phase === next && run.status === 'queued' ? 'queued' : 'todo'
}

/** A written document that is not approved; the run itself approves automatically. */
export const needsApproval = (row: CellSource, phase: Phase): boolean =>
  isDocumentPhase(phase) &&
  !isLive(row) &&
  row.passed.includes(phase) &&
  !row.approvals[phase].approved

/** The first phase that has neither passed nor been skipped; null if there is none. */
export function phaseToRun(
  row: Pick<RowFacts, 'workflow' | 'passed' | 'permissions'>,
): Phase | null {
  const workflow = workflowOf(row)
  const isSkipped = (phase: Phase): boolean =>
    workflow.atNogo === 'skips' && !row.permissions[phase]
  const next = phasesOf(workflow).find((phase) => !row.passed.includes(phase) && !isSkipped(phase))
  if (next === undefined) return null
  const gate = workflow.gates[next]
  return gate === undefined || row.passed.includes(gate) ? next : null
}

function roundOf(
  { review, run }: CellSource,
  { phase, limit }: { phase: Phase; limit: number },
): PhaseCell['round'] {
  const completed = review.rounds.filter(({ status }) => status === 'reply_complete').length
  const isReviewing = run.status === 'running' && run.phase === phase
  const now = review.currentRound ?? (isReviewing ? (run.round ?? completed) : completed)
  return now === 0 ? null : { now, of: Math.max(limit, now) }
}
