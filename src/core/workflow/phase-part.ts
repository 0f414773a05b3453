import type { JournalEntry } from '../../contracts/journal.ts'
import type { PhaseParts } from '../../contracts/run-state.ts'

/** What one phase counts and remembers, and how each entry of the journal changes it. */
export interface PhasePart<P extends keyof PhaseParts> {
  readonly initial: PhaseParts[P]
  after(part: PhaseParts[P], entry: JournalEntry): PhaseParts[P]
}
