import type { JournalEntry } from '../../contracts/journal.ts'
import type { RunId } from '../../contracts/ids.ts'
import type { AutoExecutionState, RunResult } from '../../contracts/run-state.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { resultOf } from '../../core/decide/finish.ts'
import type { FileJournals } from '../../host/journal/file-journals.ts'
import type { ProjectFolders } from '../../host/project/folders.ts'
import { journalsOf } from './process-journals.ts'

/** Shows each entry of an event log once, whether it comes from a host or from the file. */
export class JournalCursor {
  readonly #item: WorkItem
  readonly #journals: FileJournals
  readonly #show: (entry: JournalEntry) => void
  /** The item's state before anything was shown. */
  readonly begin: AutoExecutionState
  #lastSeq: number

  /** Entries that are already in the log are not shown. */
  constructor(folders: ProjectFolders, item: WorkItem, show: (entry: JournalEntry) => void) {
    this.#item = item
    this.#journals = journalsOf(folders)
    this.#show = show
    this.begin = this.#journals.fold(item).state
    this.#lastSeq = this.begin.lastSeq
  }

  see(entry: JournalEntry): void {
    if (entry.seq <= this.#lastSeq) return
    this.#lastSeq = entry.seq
    this.#show(entry)
  }

  /** Shows what was written while no host was connected. */
  catchUp(): void {
    for (const entry of this.#journals.read(this.#item, this.#lastSeq)) this.see(entry)
  }

  /** How a run ended, if it has: read from the log when its host is gone. */
  resultOf(runId: RunId): RunResult | null {
    let state = initialState(this.#item)
    for (const entry of this.#journals.read(this.#item, 0)) {
      state = evolve(state, entry)
      const result = state.runId === runId ? resultOf(state) : null
      if (result) return result
    }
    return null
  }
}
