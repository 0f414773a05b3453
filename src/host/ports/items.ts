import type { RunId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Facts, FactsQuery } from '../../core/decide/facts.ts'

export interface FactsAsked {
  wanted: FactsQuery
  state: AutoExecutionState
  /** The agent that a command names. */
  chosen: string | null
}

/** What there is of a work item besides its journal: its record, its documents, its marks. */
export interface Items {
  /** As it is now, for a launch that may follow. */
  facts(item: WorkItem, asked: FactsAsked): Facts
  /** Shows in the record what the entries say, once they are safe themselves. */
  write(item: WorkItem, entries: JournalEntry[], after?: Promise<void>): Promise<void>
  /** For an item that has only documents: from its first entry on it has a record. */
  makeRecord(item: WorkItem, at: string): void
  /** It is worked on here: a journal from elsewhere has no such mark, and never runs alone. */
  mark(item: WorkItem, mark: { runId: RunId; seq: number }): void
  /** Throws when another host may be at work here. */
  standFirm(): void
}
