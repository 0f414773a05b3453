import type { JournalEntry } from '../../contracts/journal.ts'
import type { RunId } from '../../contracts/ids.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { resultOf } from '../../core/decide/finish.ts'
import { readJournal } from '../../host/journal/journal-lines.ts'
import { itemDirOf, type ProjectFolders } from '../../host/project/folders.ts'

/** Shows each entry of an event log once, whether it comes from a host or from the file. */
export class JournalCursor {
  readonly #item: WorkItem
  readonly #dir: string
  readonly #show: (entry: JournalEntry) => void
  #lastSeq: number

  /** What the log holds already is history and not shown. */
  constructor(folders: ProjectFolders, item: WorkItem, show: (entry: JournalEntry) => void) {
    this.#item = item
    this.#dir = itemDirOf(folders, item)
    this.#show = show
    this.#lastSeq = this.entries().at(-1)?.seq ?? 0
  }

  entries(): JournalEntry[] {
    return readJournal(this.#dir).entries
  }

  see(entry: JournalEntry): void {
    if (entry.seq <= this.#lastSeq) return
    this.#lastSeq = entry.seq
    this.#show(entry)
  }

  /** Shows what was written while no host was connected. */
  catchUp(): void {
    for (const entry of this.entries()) this.see(entry)
  }

  /** How a run ended, if it has: read from the log when its host is gone. */
  resultOf(runId: RunId): RunResult | null {
    let state = initialState(this.#item)
    for (const entry of this.entries()) {
      state = evolve(state, entry)
      const result = state.runId === runId ? resultOf(state) : null
      if (result) return result
    }
    return null
  }
}
