import type { JournalEntry } from '../../src/contracts/journal.ts'
import { isDocumentPhase } from '../../src/contracts/spec-json.ts'
import type { Phase } from '../../src/contracts/phases.ts'
import { normaliseSpec } from '../../src/core/spec/normalise.ts'
import type { Simulation } from '../../src/testkit/simulation/simulation.ts'
import { holds } from './holds.ts'

/** L4.1 R13 R23: spec.json and the journal agree about the review, however a run ended. */
export function guardReview({ disk, journal }: Simulation): void {
  const { status, currentRound } = normaliseSpec('alpha', disk.specJson).review
  holds(currentRound === roundBegun(journal), 'the round that was begun', currentRound)
  if (currentRound !== null) holds(status === 'in_progress', 'a round that was begun', status)
  holds((status === 'approved') === isApproved(journal), 'who approved the review', status)
}

function roundBegun(journal: readonly JournalEntry[]): number | null {
  const last = journal.findLast((entry) => beginsRound(entry) || endsRound(entry))
  return last?.type === 'step.started' ? last.round : null
}

function isApproved(journal: readonly JournalEntry[]): boolean {
  const last = journal.findLast(
    (entry) => beginsRound(entry) || endsRound(entry) || entry.type === 'review.contradicted',
  )
  if (last?.type === 'review.round-completed') return last.approved
  if (last?.type === 'phase.completed') return last.phase === 'document-review'
  return last?.type === 'approval.granted'
}

const beginsRound = (entry: JournalEntry): boolean =>
  entry.type === 'step.started' && entry.phase === 'document-review'

function endsRound(entry: JournalEntry): boolean {
  if (entry.type === 'review.round-completed' || entry.type === 'approval.revoked') return true
  if (entry.type === 'approval.granted') return entry.phase === 'document-review'
  return entry.type === 'phase.completed' && isReviewedOrReview(entry.phase)
}

const isReviewedOrReview = (phase: Phase): boolean =>
  phase === 'document-review' || isDocumentPhase(phase)
