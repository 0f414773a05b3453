import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import { MAX_FIX_CYCLES } from '../limits.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['verify']

const INITIAL: Part = { cycles: 0, limit: MAX_FIX_CYCLES, isRefuted: false }

const FOLD: EntryFold<Part> = {
  'run.started': () => INITIAL,
  'run.reset': () => INITIAL,
  // At least one more cycle: the user wants the run to continue.
  'run.resumed': (part) => ({ ...part, limit: Math.max(part.limit, part.cycles + 1) }),
  'step.started': (part, { phase, attempt }) =>
    phase === 'fix' && attempt === 1 && part.isRefuted
      ? { ...part, isRefuted: false, cycles: part.cycles + 1 }
      : part,
  'verification.completed': (part, { result }) => ({ ...part, isRefuted: result !== 'verified' }),
}

export const VERIFY_PART: PhasePart<'verify'> = {
  initial: INITIAL,
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
