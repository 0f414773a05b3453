import type { PermissionAnswer } from '../../contracts/agent.ts'
import type { SpecRow } from '../../contracts/views/board.ts'
import {
  DOCUMENT_PHASES,
  type ApprovablePhase,
  type DocumentPhase,
  type Phase,
} from '../../contracts/phases.ts'
import type { Precondition } from '../../contracts/rejections.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { spentBudget } from '../state/spent.ts'
import { isDone, isLive, needsApproval, phaseToRun } from './phase-cells.ts'
import { SPEC_WORKFLOW } from '../workflow/spec-workflow.ts'
import { documentsBefore } from '../workflow/workflows.ts'

/** Everything a person can make a spec do. */
export type SpecAction =
  | { type: 'start' }
  | { type: 'resume' }
  | { type: 'stop' }
  | { type: 'reset' }
  | { type: 'approve'; phase: ApprovablePhase }
  | { type: 'reject'; phase: ApprovablePhase }
  | { type: 'approve-review-and-resume' }
  | { type: 'permit-and-start'; phase: Phase }
  | { type: 'retry'; from: Phase }
  | { type: 'run-phase'; phase: Phase; fix: boolean }
  | { type: 'answer'; answer: PermissionAnswer; questionId: string }
  | { type: 'reset-and-start' }
  | { type: 'budget' }
  /** To read it and then decide. */
  | { type: 'review'; phase: DocumentPhase }
  | { type: 'see-question'; questionId: string }
  | { type: 'see-problem' }
  | { type: 'view-changes' }
  /** Words for the agent: the answer to what it asked, where it asked for one. */
  | { type: 'tell' }

/**
 * The one action that makes sense now; null when there is nothing to do. Board, inbox and spec all
 * offer it first. It never decides about something that is not in sight.
 */
export function nextAction(row: SpecRow): SpecAction | null {
  const { status } = row.run
  if (row.problem !== null) return { type: 'see-problem' }
  if (row.question !== null) return { type: 'see-question', questionId: row.question.id }
  switch (status) {
    case 'running':
    case 'queued':
      return { type: 'stop' }
    case 'idle':
    case 'completed':
      return beginning(row)
    case 'paused':
    case 'error':
      if (row.run.reason === 'agent-asked') return { type: 'tell' }
      return goingOn(row)
    default:
      return status satisfies never
  }
}

/** The code is written: what is left is to look at it. */
export const isFinished = (row: SpecRow): boolean =>
  row.run.status === 'completed' && nextAction(row)?.type === 'view-changes'

/** The first document that waits for a person's yes or no. */
export const documentToReview = (row: SpecRow): DocumentPhase | null =>
  DOCUMENT_PHASES.find((phase) => needsApproval(row, phase)) ?? null

/** To go on is refused as long as nobody has raised it. */
const isBudgetSpent = ({ run, usage, budget }: SpecRow): boolean =>
  run.reason === 'budget' && spentBudget(usage, budget) !== null

/** A document that was rejected or edited after the end makes the spec runnable again. */
function beginning(row: SpecRow): SpecAction {
  const unread = documentToReview(row)
  // A run would approve it on its way.
  if (unread !== null) return { type: 'review', phase: unread }
  const phase = phaseToRun(row)
  if (phase === null || phase === 'deploy') return { type: 'view-changes' }
  return row.permissions[phase] ? { type: 'start' } : { type: 'permit-and-start', phase }
}

/** To resume into a phase that is NOGO is refused; the run of a dead host goes on with its own. */
function goingOn(row: SpecRow): SpecAction {
  const { reason } = row.run
  if (reason === 'impl-limit') return { type: 'reset' }
  if (isBudgetSpent(row)) return { type: 'budget' }
  if (reason === 'verdict-nogo' && row.permissions.impl) return { type: 'retry', from: 'impl' }
  const unread = documentToReview(row)
  if (reason === 'user' && row.mode === 'manual' && unread !== null)
    return { type: 'review', phase: unread }
  const phase = phaseToRun(row)
  if (phase === null || row.permissions[phase] || reason === 'interrupted')
    return { type: 'resume' }
  return phase === 'deploy' ? { type: 'start' } : { type: 'permit-and-start', phase }
}

/** What a person may do with one phase, in the order in which it is offered. */
export function phaseActions(row: SpecRow, phase: Phase): SpecAction[] {
  if (row.problem !== null || isLive(row)) return []
  const actions: SpecAction[] = []
  if (needsApproval(row, phase) && isDocumentPhase(phase)) actions.push({ type: 'approve', phase })
  if (phase === 'document-review' && !isDone(row, phase) && isDone(row, 'tasks'))
    actions.push({ type: 'approve', phase })
  if (isDocumentPhase(phase) && isDone(row, phase)) actions.push({ type: 'reject', phase })
  const isBlocked = row.run.status === 'error' && row.run.reason === 'impl-limit'
  if (isBlocked || missingFor(row, phase).length > 0) return actions
  if (phase !== 'deploy') actions.push({ type: 'run-phase', phase, fix: false })
  if (phase === 'document-review' && hasPendingFixes(row))
    actions.push({ type: 'run-phase', phase, fix: true })
  return actions
}

/** What a phase still needs before a person may run it by hand. */
export function missingFor(row: SpecRow, phase: Phase): Precondition[] {
  const missing: Precondition[] = documentsBefore(SPEC_WORKFLOW, phase)
    .filter((document) => !row.approvals[document].approved)
    .map((document) => ({ phase: document, needs: 'approved' }))
  if (phase === 'inspection' && !isDone(row, 'impl'))
    missing.push({ phase: 'impl', needs: 'tasks-done' })
  return missing
}

const hasPendingFixes = ({ review }: SpecRow): boolean =>
  review.rounds.at(-1)?.fixStatus === 'pending'
