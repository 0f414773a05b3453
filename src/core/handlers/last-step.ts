import type { DocumentPhase } from '../../contracts/phases.ts'
import type { AutoExecutionState, Step } from '../../contracts/run-state.ts'
import type { Draft } from '../decide/draft.ts'
import { DOCUMENT_FILES, inspectionFile, replyFile, reviewFile } from '../decide/facts.ts'
import { isGenerated } from '../workflow/task-progress.ts'
import { completedRounds } from '../spec/normalise.ts'
import { wasWritten } from '../decide/written.ts'
import { recordRound } from './document-review.ts'
import { recordInspection } from './step-completed.ts'

/**
 * A run that failed may have had its work done after all, by the agent or since then by a person:
 * what its last step had to bring about counts if it stands in the documents by now.
 */
export function settleLastStep(draft: Draft): void {
  const { step } = draft.state
  if (step === null || step.stage === 'settled' || !mayCount(draft.state)) return
  const facts = draft.knownFacts
  const round = step.round ?? 0
  if (!wasWritten(step, fileOf(step), facts)) return
  switch (step.phase) {
    case 'requirements':
    case 'design':
      return isGenerated(step.phase, facts) ? documentCounts(draft, step.phase) : undefined
    case 'tasks':
      return facts.tasks.ok ? documentCounts(draft, step.phase) : undefined
    case 'document-review':
      draft.emit({ type: 'review.written', round })
      return
    case 'document-review-reply':
      if (facts.reply?.ok && step.mode !== 'fix') recordRound(draft, step, facts.reply)
      return
    case 'inspection':
      if (facts.inspection?.ok) recordInspection(draft, round, facts.inspection.verdict)
      return
    case 'impl':
      return
    default:
      step.phase satisfies never
  }
}

function documentCounts(draft: Draft, phase: DocumentPhase): void {
  const rounds = completedRounds(draft.knownFacts.spec)
  draft.emit({ type: 'phase.completed', phase, rounds })
}

/** A killed agent's document does not count: it may be half written. */
function mayCount({ status, reason }: AutoExecutionState): boolean {
  if (status === 'error') return reason !== 'timeout'
  return reason === 'unreadable-review' || reason === 'unreadable-verdict'
}

function fileOf(step: Step): string {
  const round = step.round ?? 0
  if (step.phase === 'document-review') return reviewFile(round)
  if (step.phase === 'document-review-reply') return replyFile(round)
  if (step.phase === 'inspection') return inspectionFile(round)
  return DOCUMENT_FILES[step.phase] ?? ''
}
