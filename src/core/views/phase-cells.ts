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
  /** Required tasks: how many are ticked, and how many there are. */
  tasks: { done: number; total: number } | null
  round: { now: number; of: number } | null
  rerun: { now: number; of: number } | null
  /** Code phases only: the result of the host's checks; `none` if it passed without any. */
  checks: CheckStanding | 'none' | null
  /** When the run continues by itself. */
  until: string | null
}

/** The parts of a row that cells are computed from. */
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

/** The state of a running phase, by what the run waits for; only answers need the user. */
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
    // Whoever stopped it knows already; it need not stand out.
    if (run.status === 'paused') return run.reason === 'user' ? 'todo' : 'waiting'
  }
  if (row.passed.includes(phase)) return needsApproval(row, phase) ? 'waiting' : 'done'
  if (!row.permissions[phase]) return 'nogo'
  return phase === next && run.status === 'queued' ? 'queued' : 'todo'
}

/** The document is written but not approved; a live run handles its approvals itself. */
export const needsApproval = (row: CellSource, phase: Phase): boolean =>
  isDocumentPhase(phase) &&
  !isLive(row) &&
  row.passed.includes(phase) &&
  !row.approvals[phase].approved

const isLeftOut = ({ leftOut }: Pick<RowFacts, 'leftOut'>, phase: Phase): boolean =>
  leftOut?.includes(phase) ?? false

/** The first phase that has neither passed nor been skipped; null if there is none. */
export function phaseToRun(
  row: Pick<RowFacts, 'workflow' | 'passed' | 'permissions' | 'leftOut'>,
): Phase | null {
  const workflow = workflowOf(row)
  const isSkipped = (phase: Phase): boolean =>
    (workflow.atNogo === 'skips' && !row.permissions[phase]) || isLeftOut(row, phase)
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
