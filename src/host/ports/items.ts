import type { RunId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Facts, FactsQuery } from '../../core/decide/facts.ts'

export interface FactsAsked {
  wanted: FactsQuery
  state: AutoExecutionState
  /** The agent that the command names, if any. */
  chosen: string | null
}

/** A work item apart from its journal: its record, its documents, its marks. */
export interface Items {
  /** Reads the current facts, for a launch that may follow. */
  facts(item: WorkItem, asked: FactsAsked): Facts
  /** Updates the record from the entries, once these are durable. */
  write(item: WorkItem, entries: JournalEntry[], after?: Promise<void>): Promise<void>
  /** Creates the record of an item that so far has only documents. */
  makeRecord(item: WorkItem, at: string): void
  /** Marks the run as started here; a journal from elsewhere has no mark and never runs alone. */
  mark(item: WorkItem, mark: { runId: RunId; seq: number }): void
  /** Throws when another host may be running here. */
  standFirm(): void
}
