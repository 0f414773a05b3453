import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import type { ReviewRound } from '../../../../contracts/spec-json.ts'
import { isLive } from '../../../../core/views/phase-cells.ts'
import { definitionOf } from '../../../../core/workflow/workflows.ts'
import type { SpecAction } from '../../../../contracts/views/allowed.ts'
import { offeredFor } from '../../../../core/views/offered.ts'

export type RoundResult =
  | 'approved'
  | 'fixed'
  | 'fixes-pending'
  | 'needs-discussion'
  | 'reviewing'
  | 'replying'
  | 'unfinished'
  | 'unknown'

const isReview = (phase: Phase | null): boolean =>
  phase !== null && definitionOf(phase).kind === 'review'

/** The rounds in spec.json, plus the current one if it is not there yet. */
export function roundsOf({ review, run }: ItemRow): ReviewRound[] {
  const { rounds } = review
  const isReviewing = run.status === 'running' && isReview(run.phase)
  const now = isReviewing ? (run.round ?? review.currentRound) : null
  if (now === null || rounds.some(({ roundNumber }) => roundNumber === now)) return rounds
  const begun: ReviewRound = {
    roundNumber: now,
    status: 'incomplete',
    fixRequired: null,
    needsDiscussion: null,
    fixStatus: null,
  }
  return [...rounds, begun]
}

export function resultOf(row: ItemRow, round: ReviewRound): RoundResult {
  if (round.status === 'incomplete') return isLive(row) ? 'reviewing' : 'unfinished'
  if (round.status === 'review_complete') return 'replying'
  const isLast = row.review.rounds.at(-1)?.roundNumber === round.roundNumber
  if (isLast && row.review.status === 'approved') return 'approved'
  if (round.fixRequired === null || round.needsDiscussion === null) return 'unknown'
  if (round.fixRequired === 0) return round.needsDiscussion === 0 ? 'approved' : 'needs-discussion'
  return round.fixStatus === 'applied' ? 'fixed' : 'fixes-pending'
}

interface ReviewActions {
  takeAsIs: SpecAction | null
  oneMore: SpecAction | null
  applyFixes: SpecAction | null
}

/** If the run waits in the review, the answer also resumes it; otherwise only the review moves. */
export function reviewActions(row: ItemRow): ReviewActions {
  const offered = offeredFor(row, 'document-review')
  const find = (fits: (action: SpecAction) => boolean) => offered.find(fits) ?? null
  const approve = find(({ type }) => type === 'approve')
  const again = find((action) => action.type === 'run-phase' && !action.fix)
  const waits = row.run.status === 'paused' && isReview(row.run.phase)
  const applyFixes = find((action) => action.type === 'run-phase' && action.fix)
  // The item's notice offers these already.
  if (waits && row.asks !== null) return { takeAsIs: null, oneMore: null, applyFixes }
  return {
    takeAsIs: waits && approve !== null ? { type: 'approve-review-and-resume' } : approve,
    oneMore: waits && again !== null ? { type: 'resume' } : again,
    applyFixes,
  }
}
