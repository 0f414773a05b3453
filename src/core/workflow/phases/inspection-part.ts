import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['inspection']

const cleared = (part: Part): Part => (part.isNogo ? { isNogo: false } : part)

const FOLD: EntryFold<Part> = {
  'run.started': cleared,
  'run.resumed': cleared,
  'run.reset': cleared,
  'step.started': cleared,
  'inspection.completed': (_part, { result }) => ({ isNogo: result === 'nogo' }),
}

export const INSPECTION_PART: PhasePart<'inspection'> = {
  initial: { isNogo: false },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
