import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['requirements']

const FOLD: EntryFold<Part> = {
  // Asked once; asked again only if the requirements are rewritten from scratch.
  'run.resumed': (part, { from }) => (from === 'requirements' ? { clarify: null } : part),
  'clarify.asked': (_part, { questions }) => ({
    clarify: { questions, isSettled: questions.length === 0, assumed: [] },
  }),
  'clarify.settled': (part, { assumed }) =>
    part.clarify === null ? part : { clarify: { ...part.clarify, isSettled: true, assumed } },
}

export const REQUIREMENTS_PART: PhasePart<'requirements'> = {
  initial: { clarify: null },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
