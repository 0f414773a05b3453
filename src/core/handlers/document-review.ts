import type { FixStatus } from '../../contracts/spec-json.ts'
import type { Step } from '../../contracts/run-state.ts'
import { advance } from '../decide/advance.ts'
import type { Draft } from '../decide/draft.ts'
import { replyFile, REVIEWED_FILES, reviewFile, type Facts } from '../decide/facts.ts'
import { complete, pause } from '../decide/finish.ts'
import { launchStep } from '../decide/launch-step.ts'
import { completedRounds } from '../spec/normalise.ts'
import { contentOf, wasWritten } from '../decide/written.ts'
import { endedWithout } from './unanswered.ts'

export function handleReviewWritten(draft: Draft, step: Step): void {
  const round = step.round ?? 0
  const name = reviewFile(round)
  if (!wasWritten(step, name, draft.knownFacts)) return endedWithout(draft, step, name)
  draft.emit({ type: 'review.written', round })
  launchStep(draft, { phase: 'document-review-reply', round, mode: draft.state.replyMode })
}

/** Reads what the round found: approved, one more round, or a person. */
export function handleDocumentReviewCompleted(draft: Draft, step: Step): void {
  const facts = draft.knownFacts
  const round = step.round ?? 0
  if (step.mode === 'fix') return fixesApplied(draft, step)
  const name = replyFile(round)
  if (!wasWritten(step, name, facts)) return endedWithout(draft, step, name)
  const { reply } = facts
  if (reply === null || !reply.ok) {
    reportContradiction(draft, { round, approved: false })
    return pause(draft, {
      reason: 'unreadable-review',
      detail: `the counts of ${name} cannot be read (${reply?.why ?? 'missing'}${reply?.line ? ` at line ${reply.line}` : ''}); correct the summary table, then resume`,
    })
  }
  recordRound(draft, step, reply)
  if (draft.state.mode === 'manual') return complete(draft, 'done', 'document-review')
  advance(draft)
}

interface Counts {
  fixRequired: number
  needsDiscussion: number
}

/** Enters the round into the record; approved only when nothing is left to fix or to discuss. */
export function recordRound(draft: Draft, step: Step, counts: Counts): void {
  const { fixRequired, needsDiscussion } = counts
  const round = step.round ?? 0
  const approved = fixRequired === 0 && needsDiscussion === 0
  reportContradiction(draft, { round, approved })
  draft.emit({
    type: 'review.round-completed',
    round,
    fixRequired,
    needsDiscussion,
    fixStatus: fixStatusOf(step, draft.knownFacts, counts),
    reviewCompletedAt: draft.state.openRound?.reviewCompletedAt ?? null,
    approved,
  })
  if (!approved) return
  const rounds = completedRounds(draft.knownFacts.spec)
  draft.emit({ type: 'phase.completed', phase: 'document-review', rounds })
  if (draft.state.mode === 'auto')
    draft.emit({ type: 'approval.granted', phase: 'document-review', by: 'auto-execution' })
}

function fixesApplied(draft: Draft, step: Step): void {
  const changed = documentsChanged(step, draft.knownFacts)
  draft.emit({ type: 'review.fixes-applied', round: step.round ?? 0, changed })
  complete(draft, 'done', 'document-review')
}

function fixStatusOf(step: Step, facts: Facts, found: Counts): FixStatus {
  if (documentsChanged(step, facts)) return 'applied'
  return found.fixRequired > 0 || found.needsDiscussion > 0 ? 'pending' : 'not_required'
}

function documentsChanged(step: Step, facts: Facts): boolean {
  return REVIEWED_FILES.some(
    (name) =>
      contentOf(step.before[name] ?? null) !== contentOf(facts.files[name]?.fingerprint ?? null),
  )
}

/** An agent that wrote spec.json itself is not believed where the reply says otherwise. */
function reportContradiction(draft: Draft, found: { round: number; approved: boolean }): void {
  const { spec, edited } = draft.knownFacts
  const claimed = (edited?.claimed ?? spec).review.status
  if (claimed === 'approved' && !found.approved)
    draft.emit({ type: 'review.contradicted', round: found.round, claimed })
}
