import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import type { Journal } from '../ports/journal.ts'
import { entriesSince } from './entries-since.ts'
import { JournalFile } from './journal-file.ts'
import { JOURNAL_FILE, readJournalBytes } from './journal-lines.ts'
import { type Glance, glanceAt } from './journal-glance.ts'
import type { JournalPage } from './journal-page.ts'
import { JournalWriter } from './journal-writer.ts'
import { ItemMap } from '../items/item-map.ts'
import { RunFold } from './run-fold.ts'

export interface OpenedJournal {
  journal: Journal
  fold: RunFold
}

interface Kept {
  file: JournalFile
  fold: RunFold
  /** Kept up to date even while no run is active. */
  isFollowed: boolean
}

/** A project's event logs: each is read once in this process, for all callers. */
export class FileJournals {
  readonly #files: DurableFiles
  readonly #dirOf: (item: WorkItem) => string
  readonly #kept = new ItemMap<Kept>()

  constructor(files: DurableFiles, dirOf: (item: WorkItem) => string) {
    this.#files = files
    this.#dirOf = dirOf
  }

  /** Opens the journal for the item's owner, until the owner closes it. */
  async open(item: WorkItem): Promise<OpenedJournal> {
    const kept = this.#keep(item)
    const { file, fold } = kept
    const closed = (): void => {
      if (!kept.isFollowed && this.#kept.get(item) === kept) this.#kept.delete(item)
    }
    const journal = new JournalWriter(this.#files, file, closed)
    fold.raise(journal.version)
    return { journal, fold }
  }

  /** The current fold; the next call reads only what was added. */
  fold(item: WorkItem): RunFold {
    const kept = this.#keep(item)
    kept.isFollowed = true
    kept.file.look()
    return kept.fold
  }

  /** The entries after that number. */
  read(item: WorkItem, after: number): JournalEntry[] {
    return (this.#kept.get(item)?.file ?? new JournalFile(this.#dirOf(item))).read(after)
  }

  /** The entries of these types since that time. */
  since(item: WorkItem, at: string, types: ReadonlySet<string>): JournalEntry[] {
    return entriesSince(readJournalBytes(join(this.#dirOf(item), JOURNAL_FILE)), at, types)
  }

  /** Bytes that a crash left after the last whole entry, as of the last look. */
  tornBytes(item: WorkItem): number {
    return this.#kept.get(item)?.file.tail.tornBytes ?? 0
  }

  /** For long lists: journals that nobody follows are not kept. */
  glance(item: WorkItem): Glance {
    const kept = this.#kept.get(item)
    kept?.file.look()
    return kept?.fold ?? glanceAt(this.#dirOf(item), item)
  }

  page(item: WorkItem, which: { before: number | null; limit: number }): JournalPage {
    const file = this.#kept.get(item)?.file ?? new JournalFile(this.#dirOf(item))
    return file.page(which)
  }

  /** Call when the item no longer exists. */
  forget(item: WorkItem): void {
    const kept = this.#kept.get(item)
    if (kept) kept.isFollowed = false
    if (kept && !kept.file.hasWriter) this.#kept.delete(item)
  }

  #keep(item: WorkItem): Kept {
    const kept = this.#kept.get(item) ?? this.#make(item)
    this.#kept.set(item, kept)
    return kept
  }

  #make(item: WorkItem): Kept {
    const fold = new RunFold(item)
    return { file: new JournalFile(this.#dirOf(item), fold), fold, isFollowed: false }
  }
}
