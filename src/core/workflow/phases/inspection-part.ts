import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import { MAX_FIX_CYCLES } from '../limits.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['inspection']

const answered = (part: Part): Part => ({ ...part, isNogo: false, open: null, fixing: null })

const FOLD: EntryFold<Part> = {
  'run.started': (part, { fixLimit }) => ({ ...answered(part), fixes: 0, fixLimit: fixLimit ?? 0 }),
  // The report still waits for its fix, unless the user wants another inspection.
  'run.resumed': (part, { fixLimit, redo }) => ({
    ...part,
    isNogo: false,
    fixing: null,
    fixLimit: fixLimit ?? 0,
    open: redo.includes('inspection') ? null : part.open,
  }),
  'run.reset': answered,
  'step.started': answered,
  'inspection.fix-started': (part, { number, attempt }) => ({
    ...part,
    isNogo: false,
    fixes: attempt,
    open: null,
    fixing: number,
  }),
  'inspection.completed': (part, { number, result }) => ({
    ...part,
    isNogo: result === 'nogo',
    open: result === 'nogo' ? number : null,
  }),
}

export const INSPECTION_PART: PhasePart<'inspection'> = {
  initial: { isNogo: false, fixes: 0, fixLimit: MAX_FIX_CYCLES, open: null, fixing: null },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
