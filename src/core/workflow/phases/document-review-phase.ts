import type { Step } from '../../../contracts/run-state.ts'
import type { FixStatus } from '../../../contracts/spec-json.ts'
import { isChanged } from '../../decide/covered.ts'
import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import { approverOf, awaitsApproval } from '../rules/approver.ts'
import { completedRounds } from '../rules/completed-rounds.ts'
import { isFinished } from '../rules/finished-work.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { replyFile, REVIEWED_FILES, reviewFile } from '../document-files.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS } from '../limits.ts'
import { afterPhase, emitCompleted, endedWithout } from '../moves.ts'

const PHASE = 'document-review'

const REVIEW: StepDefinition = {
  step: 'document-review',
  judges: 'design',
  files: (round) => [reviewFile(round)],
  reads: null,
  reopens: [PHASE],
  opensRound: true,
  runsDespiteNogo: false,
  ended: reviewWritten,
  counted: (draft, step) => void draft.emit({ type: 'review.written', round: step.round ?? 0 }),
}

const REPLY: StepDefinition = {
  step: 'document-review-reply',
  files: (round) => [replyFile(round), ...REVIEWED_FILES],
  reads: 'reply',
  reopens: [],
  opensRound: false,
  runsDespiteNogo: true,
  ended: handleDocumentReviewCompleted,
  counted(draft, step) {
    const { reply } = draft.knownFacts
    if (reply?.ok && step.mode !== 'fix') recordRound(draft, step, reply)
  },
}

export const DOCUMENT_REVIEW: PhaseDefinition<'document-review'> = {
  phase: PHASE,
  kind: 'review',
  steps: [REVIEW, REPLY],
  document: null,
  isApprovable: true,
  isGoByDefault: true,
  needsTree: false,
  loop: { kind: 'rounds', limit: MAX_DOCUMENT_REVIEW_ROUNDS },
  ticksTasks: false,
  workSurvives: false,
  lack: 'approved',
  after: null,
  isDone: (state, standing) =>
    standing.spec.review.status === 'approved' || isFinished(state, standing),
  start: nextInReview,
  rest: (draft) => (draft.state.phases[PHASE].openRound === null ? null : nextInReview(draft)),
  fix: {
    isPossible: ({ spec, files }) => replyFile(completedRounds(spec)) in files,
    start: ({ knownFacts }) => replyTo(completedRounds(knownFacts.spec), 'fix'),
  },
}

const replyTo = (round: number, mode: Step['mode']): Move => ({
  type: 'launch',
  step: { phase: 'document-review-reply', round, mode },
})

/** What a review needs next: the reply of an open round, or a new round while one is allowed. */
function nextInReview(draft: Draft): Move {
  const { found, openRound, roundLimit, isClean } = draft.state.phases[PHASE]
  const { replyMode, mode } = draft.state
  if (isClean && mode === 'auto' && approverOf(draft) === 'person')
    return { type: 'pause', ...awaitsApproval(PHASE) }
  if (found !== null && found.fixRequired === 0 && found.needsDiscussion > 0)
    return {
      type: 'pause',
      phase: PHASE,
      reason: 'needs-discussion',
      detail: `round ${found.round} left ${found.needsDiscussion} to discuss; decide in the documents, then resume or approve`,
    }
  if (openRound && reviewFile(openRound.round) in draft.knownFacts.files)
    return replyTo(openRound.round, replyMode)
  const rounds = completedRounds(draft.knownFacts.spec)
  if (rounds >= roundLimit && mode === 'auto')
    return {
      type: 'pause',
      phase: PHASE,
      reason: 'max-rounds',
      detail: `${rounds} rounds did not settle the review; fix what is left and resume for one more, or approve`,
    }
  const round = roundAfter(rounds, draft)
  return { type: 'launch', step: { phase: PHASE, round, mode: null } }
}

/** Reviews that this tool did not write are kept: the next one gets an unused number. */
function roundAfter(rounds: number, draft: Draft): number {
  const { files } = draft.knownFacts
  const round = rounds + 1
  const isOwn = draft.state.phases[PHASE].begun.includes(round)
  const isTaken = reviewFile(round) in files || replyFile(round) in files
  return isTaken && !isOwn ? roundAfter(round, draft) : round
}

function reviewWritten(draft: Draft, step: Step): Move {
  const round = step.round ?? 0
  const name = reviewFile(round)
  if (!wasWritten(step, name, draft.knownFacts)) return endedWithout(PHASE, step, name)
  draft.emit({ type: 'review.written', round })
  return replyTo(round, draft.state.replyMode)
}

/** Reads what the round found: the review is approved, gets one more round or needs the user. */
export function handleDocumentReviewCompleted(draft: Draft, step: Step): Move {
  const facts = draft.knownFacts
  const round = step.round ?? 0
  if (step.mode === 'fix') return fixesApplied(draft, step)
  const name = replyFile(round)
  if (!wasWritten(step, name, facts)) return endedWithout(PHASE, step, name)
  const { reply } = facts
  if (reply === null || !reply.ok) {
    reportContradiction(draft, { round, approved: false })
    return {
      type: 'pause',
      phase: PHASE,
      reason: 'unreadable-review',
      detail: `the counts of ${name} cannot be read (${reply?.why ?? 'missing'}${reply?.line ? ` at line ${reply.line}` : ''}); correct the summary table, then resume`,
    }
  }
  recordRound(draft, step, reply)
  return afterPhase(draft, PHASE)
}

interface Counts {
  fixRequired: number
  needsDiscussion: number
}

/** Enters the round into the record; approved only when nothing is left to fix or to discuss. */
function recordRound(draft: Draft, step: Step, counts: Counts): void {
  const { fixRequired, needsDiscussion } = counts
  const round = step.round ?? 0
  const isClear = fixRequired === 0 && needsDiscussion === 0
  const approved = isClear && approverOf(draft) === 'auto'
  reportContradiction(draft, { round, approved: isClear })
  draft.emit({
    type: 'review.round-completed',
    round,
    fixRequired,
    needsDiscussion,
    fixStatus: fixStatusOf(draft, step, counts),
    reviewCompletedAt: draft.state.phases[PHASE].openRound?.reviewCompletedAt ?? null,
    approved,
  })
  if (!approved) return
  emitCompleted(draft, PHASE)
  if (draft.state.mode === 'auto')
    draft.emit({ type: 'approval.granted', phase: PHASE, by: 'auto-execution' })
}

function fixesApplied(draft: Draft, step: Step): Move {
  const changed = isRevised(draft, step)
  draft.emit({ type: 'review.fixes-applied', round: step.round ?? 0, changed })
  return { type: 'complete', phase: PHASE, reason: 'done' }
}

const isRevised = ({ knownFacts, state: { item } }: Draft, { before }: Step): boolean =>
  REVIEWED_FILES.some((document) => isChanged({ item, document }, before, knownFacts))

function fixStatusOf(draft: Draft, step: Step, found: Counts): FixStatus {
  if (isRevised(draft, step)) return 'applied'
  return found.fixRequired > 0 || found.needsDiscussion > 0 ? 'pending' : 'not_required'
}

/** An approval that an agent wrote into spec.json itself does not count against the reply. */
function reportContradiction(draft: Draft, found: { round: number; approved: boolean }): void {
  const { spec, edited } = draft.knownFacts
  const claimed = (edited?.claimed ?? spec).review.status
  if (claimed === 'approved' && !found.approved)
    draft.emit({ type: 'review.contradicted', round: found.round, claimed })
}
