import type { PhaseParts } from '../../../contracts/run-state.ts'
import { isDocumentPhase } from '../../../contracts/spec-json.ts'
import type { PhasePart } from '../phase-part.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS } from '../limits.ts'

type Part = PhaseParts['document-review']

export const DOCUMENT_REVIEW_PART: PhasePart<'document-review'> = {
  initial: {
    roundsBase: 0,
    roundLimit: MAX_DOCUMENT_REVIEW_ROUNDS,
    openRound: null,
    found: null,
  },
  after(part, entry) {
    switch (entry.type) {
      case 'run.started':
        return { ...part, roundLimit: entry.roundLimit, found: null }
      case 'run.resumed':
        return {
          ...part,
          roundLimit: entry.roundLimit,
          found: null,
          openRound: entry.redo.includes('document-review') ? null : part.openRound,
        }
      case 'run.reset':
      case 'step.started':
        return part.found === null ? part : { ...part, found: null }
      case 'review.written':
        return { ...part, openRound: { round: entry.round, reviewCompletedAt: entry.time } }
      case 'review.round-completed': {
        const { round, fixRequired, needsDiscussion, approved } = entry
        // An approved round is settled by the phase's completion, as a GO of the inspection is.
        const openRound = approved ? part.openRound : null
        return { ...part, openRound, found: { round, fixRequired, needsDiscussion } }
      }
      case 'phase.completed':
        if (entry.phase === 'document-review') return closed(part)
        return isDocumentPhase(entry.phase) ? startedOver(part, entry.rounds) : part
      case 'approval.granted':
        return entry.phase === 'document-review' ? closed(part) : part
      case 'approval.revoked':
        return { ...part, openRound: null }
      default:
        return part
    }
  },
}

const closed = (part: Part): Part => ({ ...part, openRound: null, found: null })

/** A document was written anew: the limit of rounds counts from here. */
const startedOver = (part: Part, rounds: number): Part => ({
  ...part,
  roundsBase: rounds,
  roundLimit: rounds + MAX_DOCUMENT_REVIEW_ROUNDS,
  openRound: null,
})
