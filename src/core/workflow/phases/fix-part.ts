import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['fix']

const INITIAL: Part = { reruns: 0, failing: [] }

const FOLD: EntryFold<Part> = {
  'run.started': () => INITIAL,
  'run.reset': () => INITIAL,
  'run.resumed': (part, { redo }) => (redo.includes('fix') ? INITIAL : { ...part, failing: [] }),
  'fix.rerun': (part, { attempt }) => ({ ...part, reruns: attempt }),
  'fix.limit-reached': (part, { checks }) => ({ ...part, failing: checks }),
  'phase.completed': (part, { phase }) => (phase === 'fix' ? INITIAL : part),
}

export const FIX_PART: PhasePart<'fix'> = {
  initial: INITIAL,
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
