import type { Draft } from '../decide/draft.ts'
import { reviewFile } from '../decide/facts.ts'
import { pause } from '../decide/finish.ts'
import { launchStep } from '../decide/launch-step.ts'
import { completedRounds } from '../spec/normalise.ts'

/** The next thing a review needs: the reply of a begun round, or a new round while one is allowed. */
export function startReviewRound(draft: Draft): void {
  const { openRound, conclusion, roundLimit, replyMode } = draft.state
  if (conclusion?.kind === 'round' && pausesAfter(draft, conclusion)) return
  if (openRound && reviewFile(openRound.round) in draft.knownFacts.files)
    return launchStep(draft, {
      phase: 'document-review-reply',
      round: openRound.round,
      mode: replyMode,
    })
  const round = completedRounds(draft.knownFacts.spec) + 1
  if (round > roundLimit && draft.state.mode === 'auto') return maxRounds(draft, round - 1)
  launchStep(draft, { phase: 'document-review', round, mode: null })
}

interface Round {
  round: number
  fixRequired: number
  needsDiscussion: number
}

function pausesAfter(draft: Draft, found: Round): boolean {
  if (found.fixRequired === 0 && found.needsDiscussion > 0) {
    pause(draft, {
      reason: 'needs-discussion',
      phase: 'document-review',
      detail: `round ${found.round} left ${found.needsDiscussion} to discuss; decide in the documents, then resume or approve`,
    })
    return true
  }
  return false
}

function maxRounds(draft: Draft, rounds: number): void {
  pause(draft, {
    reason: 'max-rounds',
    phase: 'document-review',
    detail: `${rounds} rounds did not settle the review; fix what is left and resume for one more, or approve`,
  })
}
