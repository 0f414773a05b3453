import type { PhaseParts } from '../../../contracts/run-state.ts'
import { isDocumentPhase } from '../../../contracts/spec-json.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import type { PhasePart } from '../phase-part.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS } from '../limits.ts'

type Part = PhaseParts['document-review']

const closed = (part: Part): Part => ({ ...part, openRound: null, found: null, isClean: false })

/** A document was rewritten: the round limit counts from here. */
const startedOver = (part: Part, rounds: number): Part => ({
  ...part,
  roundsBase: rounds,
  roundLimit: rounds + MAX_DOCUMENT_REVIEW_ROUNDS,
  openRound: null,
  isClean: false,
})

const withoutFound = (part: Part): Part => (part.found === null ? part : { ...part, found: null })

const withBegun = (part: Part, round: number | null): Part => ({
  ...part,
  found: null,
  isClean: false,
  begun: round === null || part.begun.includes(round) ? part.begun : [...part.begun, round],
})

const FOLD: EntryFold<Part> = {
  'run.started': (part, { roundLimit }) => ({ ...part, roundLimit, found: null }),
  'run.resumed': (part, { roundLimit, redo }) => ({
    ...part,
    roundLimit,
    found: null,
    openRound: redo.includes('document-review') ? null : part.openRound,
    isClean: part.isClean && !redo.includes('document-review'),
  }),
  'run.reset': withoutFound,
  'step.started': (part, { phase, round }) =>
    phase === 'document-review' ? withBegun(part, round) : withoutFound(part),
  'review.written': (part, { round, time }) => ({
    ...part,
    openRound: { round, reviewCompletedAt: time },
  }),
  'review.round-completed': (part, { round, fixRequired, needsDiscussion, approved }) => ({
    ...part,
    // An approved round is settled by the phase's completion, as a GO of the inspection is.
    openRound: approved ? part.openRound : null,
    found: { round, fixRequired, needsDiscussion },
    isClean: !approved && fixRequired === 0 && needsDiscussion === 0,
  }),
  'phase.completed': (part, { phase, rounds }) => {
    if (phase === 'document-review') return closed(part)
    return isDocumentPhase(phase) ? startedOver(part, rounds) : part
  },
  'approval.granted': (part, { phase }) => (phase === 'document-review' ? closed(part) : part),
  'approval.revoked': (part) => ({ ...part, openRound: null, isClean: false }),
}

export const DOCUMENT_REVIEW_PART: PhasePart<'document-review'> = {
  initial: {
    roundsBase: 0,
    roundLimit: MAX_DOCUMENT_REVIEW_ROUNDS,
    begun: [],
    openRound: null,
    found: null,
    isClean: false,
  },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
