import type { JournalEntry } from '../../../contracts/journal.ts'
import type { PhaseParts } from '../../../contracts/run-state.ts'
import { foldEntry, type EntryFold } from '../../journal/entry-fold.ts'
import type { PhasePart } from '../phase-part.ts'

type Part = PhaseParts['impl']
type Begin = Extract<JournalEntry, { type: 'run.started' | 'run.resumed' }>

const begun = (part: Part, { implReruns }: Begin): Part => ({
  ...part,
  reruns: implReruns ?? 0,
  wasBlocked: false,
  limit: null,
})

/** Tasks that were written again, or accepted by a person as they are. */
const renewed = (part: Part, { phase }: { phase: string }): Part =>
  phase === 'tasks' ? { ...part, vanished: null } : part

const FOLD: EntryFold<Part> = {
  'run.started': begun,
  'run.resumed': begun,
  'run.recovered': (part) => ({ ...part, reruns: 0 }),
  'run.reset': (part) => ({ ...part, reruns: 0, limit: null }),
  'step.started': (part) => (part.limit === null ? part : { ...part, limit: null }),
  'impl.rerun': (part, { attempt, blocked }) => ({
    ...part,
    reruns: attempt,
    wasBlocked: (blocked ?? []).length > 0,
  }),
  'impl.limit-reached': (part, { done, total }) => ({ ...part, limit: { done, total } }),
  'tasks.vanished': (part, { tasks, fingerprint }) => ({
    ...part,
    vanished: tasks.length === 0 ? null : { tasks, fingerprint },
  }),
  'phase.completed': renewed,
  'approval.granted': renewed,
}

export const IMPL_PART: PhasePart<'impl'> = {
  initial: { reruns: 0, wasBlocked: false, limit: null, vanished: null },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
