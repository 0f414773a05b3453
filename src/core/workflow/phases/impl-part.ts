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

/** The tasks were rewritten, or approved as they are: none counts as removed. */
const renewed = (part: Part, { phase }: { phase: string }): Part =>
  phase === 'tasks' ? { ...part, vanished: null } : part

const FOLD: EntryFold<Part> = {
  'run.started': begun,
  'run.resumed': begun,
  'run.recovered': (part) => ({ ...part, reruns: 0 }),
  'run.reset': (part) => ({ ...part, reruns: 0, limit: null }),
  'step.started': (part, { phase, isChecked }) => ({
    ...part,
    limit: null,
    awaitsChecks: part.awaitsChecks || (phase === 'impl' && (isChecked ?? false)),
  }),
  'check.started': (part, { phase, work }) =>
    phase === 'impl' && work.purpose === 'check' ? { ...part, awaitsChecks: true } : part,
  'impl.rerun': (part, { attempt, blocked }) => ({
    ...part,
    reruns: attempt,
    wasBlocked: (blocked ?? []).length > 0,
  }),
  'impl.limit-reached': (part, { done, total, failing }) => ({
    ...part,
    limit: { done, total, failing: failing ?? [] },
  }),
  'tasks.vanished': (part, { tasks, fingerprint }) => ({
    ...part,
    vanished: tasks.length === 0 ? null : { tasks, fingerprint },
  }),
  'phase.completed': (part, entry) =>
    entry.phase === 'impl' ? { ...part, awaitsChecks: false } : renewed(part, entry),
  'approval.granted': renewed,
}

export const IMPL_PART: PhasePart<'impl'> = {
  initial: { reruns: 0, wasBlocked: false, awaitsChecks: false, limit: null, vanished: null },
  after: (part, entry) => foldEntry(FOLD, part, entry),
}
