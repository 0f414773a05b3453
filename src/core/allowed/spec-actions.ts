import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import {
  DOCUMENT_PHASES,
  type ApprovablePhase,
  type DocumentPhase,
  type Phase,
} from '../../contracts/phases.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { spentBudget } from '../state/spent.ts'
import { refusalOf } from '../workflow/rules/allowed-acts.ts'
import type { PhaseDefinition } from '../workflow/definition.ts'
import type { Situation } from '../workflow/situation.ts'
import { definitionOf, documentsBefore, phasesOf, workflowOf } from '../workflow/workflows.ts'
import { isLive, needsApproval, phaseToRun } from '../views/phase-cells.ts'
import { rowSituation } from './row-situation.ts'

/**
 * The one action that makes sense now; null when there is nothing to do. Board, inbox and spec all
 * offer it first. It never decides on something that is not on screen.
 */
export function nextAction(row: RowFacts): SpecAction | null {
  const { status } = row.run
  if (row.problem !== null) return { type: 'see-problem' }
  if (row.question !== null) return { type: 'see-question', questionId: row.question.id }
  switch (status) {
    case 'running':
    case 'queued':
      return row.asks === null ? { type: 'stop' } : { type: 'answer-questions' }
    case 'idle':
    case 'completed':
      return startAction(row)
    case 'paused':
    case 'error':
      return row.asks === null ? continueAction(row) : { type: 'answer-questions' }
    default:
      return status satisfies never
  }
}

/** Deploys the work, or null if that is not possible now. */
export const deployAction = (row: RowFacts): SpecAction | null =>
  phasesOf(workflowOf(row))
    .filter(isRelease)
    .flatMap((phase) => phaseActions(row, phase))
    .find(({ type }) => type === 'run-phase') ?? null

/** The first document that waits for approval. */
export const documentToReview = (row: RowFacts): DocumentPhase | null =>
  DOCUMENT_PHASES.find((phase) => needsApproval(row, phase)) ?? null

/** The document whose approval the run is paused for, if any. */
export function phaseToApprove({ run, approvals, passed }: RowFacts): ApprovablePhase | null {
  const { status, reason, phase } = run
  if (status !== 'paused' || reason !== 'needs-approval' || phase === null) return null
  if (!isApprovable(phase)) return null
  const isGiven = isDocumentPhase(phase) ? approvals[phase].approved : passed.includes(phase)
  // Rejected or deleted meanwhile: there is nothing left to approve.
  const isThere = !isDocumentPhase(phase) || passed.includes(phase)
  return isGiven || !isThere ? null : phase
}

/** Approve and reject; both resume a run that waits for them. */
export const approvalActions = (row: RowFacts, phase: ApprovablePhase): SpecAction[] =>
  phaseToApprove(row) === phase
    ? [
        { type: 'approve-and-resume', phase },
        { type: 'reject', phase, andThen: 'resume' },
      ]
    : [
        { type: 'approve', phase },
        { type: 'reject', phase },
      ]

/** Resuming is refused until the budget is raised. */
const isBudgetSpent = ({ run, usage, budget }: RowFacts): boolean =>
  run.reason === 'budget' && spentBudget(usage, budget) !== null

/** A document that was rejected or edited after the end makes the spec runnable again. */
function startAction(row: RowFacts): SpecAction {
  const unread = documentToReview(row)
  // A run would approve it automatically.
  if (unread !== null) return { type: 'review', phase: unread }
  const phase = phaseToRun(row)
  if (phase === null) return { type: 'view-changes' }
  if (isRelease(phase))
    return (row.permissions[phase] ? deployAction(row) : null) ?? { type: 'view-changes' }
  return row.permissions[phase] ? { type: 'start' } : { type: 'permit-and-start', phase }
}

const isRelease = (phase: Phase): boolean => definitionOf(phase).kind === 'release'

/** The phase whose work the current one has judged, if it may run again. */
export function phaseToRepeat({ run, permissions }: RowFacts): Phase | null {
  const judged = run.phase === null ? null : (definitionOf(run.phase).after?.phase ?? null)
  return judged !== null && permissions[judged] ? judged : null
}

/**
 * What continues a stopped run as it is. Resuming into a NOGO phase is refused; the run of a
 * crashed host keeps its own permissions.
 */
export function continueAction(row: RowFacts): SpecAction {
  const { reason } = row.run
  if (reason === 'impl-limit') return { type: 'reset' }
  if (reason === 'release-unknown') return { type: 'see-problem' }
  if (isBudgetSpent(row)) return { type: 'budget' }
  const awaited = phaseToApprove(row)
  if (awaited !== null) return { type: 'review', phase: awaited }
  const again = phaseToRepeat(row)
  if (reason === 'verdict-nogo' && again !== null)
    return fixAction(row, again) ?? { type: 'retry', from: again }
  const unread = documentToReview(row)
  if (reason === 'user' && row.mode === 'manual' && unread !== null)
    return { type: 'review', phase: unread }
  const phase = phaseToRun(row)
  if (phase === null || row.permissions[phase] || reason === 'interrupted')
    return { type: 'resume' }
  if (!isRelease(phase)) return { type: 'permit-and-start', phase }
  // A deploy that the user asked for: a run would end before it, as set.
  return (row.run.phase === phase ? deployAction(row) : null) ?? { type: 'start' }
}

/** Fixes what the last report lists, if that is possible now. */
const fixAction = (row: RowFacts, phase: Phase): SpecAction | null =>
  phaseActions(row, phase).find((action) => action.type === 'run-phase' && action.fix) ?? null

/** What the user may do with one phase, in the order in which it is offered. */
export function phaseActions(
  row: RowFacts,
  phase: Phase,
  situation: Situation = rowSituation(row),
): SpecAction[] {
  if (row.problem !== null || isLive(row)) return []
  const actions: SpecAction[] = []
  const definition = definitionOf(phase)
  const { kind } = definition
  if (isApprovable(phase)) {
    const [yes, no] = approvalActions(row, phase)
    const isOpen = kind === 'review' ? waitsForVerdict(row, phase) : needsApproval(row, phase)
    if (yes && isOpen) actions.push(yes)
    if (
      no &&
      (phaseToApprove(row) === phase || (isDocumentPhase(phase) && row.passed.includes(phase)))
    )
      actions.push(no)
  }
  if (refusalOf(situation, { type: 'run-phase', phase }) !== null) return actions
  // What is already on its base is not deployed twice.
  if (kind === 'release' && row.passed.includes(phase)) return actions
  actions.push({ type: 'run-phase', phase, fix: false })
  if (hasPendingFixes(row, definition)) actions.push({ type: 'run-phase', phase, fix: true })
  return actions
}

const isApprovable = (phase: Phase): phase is ApprovablePhase => definitionOf(phase).isApprovable

/** The documents exist, and the review as a whole is not approved. */
function waitsForVerdict(row: RowFacts, phase: Phase): boolean {
  const last = documentsBefore(workflowOf(row), phase).at(-1)
  return !row.passed.includes(phase) && (last === undefined || row.passed.includes(last))
}

/** What a review proposed, or what an inspection found in the code. */
function hasPendingFixes(
  { review, inspection }: RowFacts,
  { kind, fix }: PhaseDefinition,
): boolean {
  if (fix === null) return false
  return kind === 'review'
    ? review.rounds.at(-1)?.fixStatus === 'pending'
    : inspection?.verdict === 'nogo'
}
