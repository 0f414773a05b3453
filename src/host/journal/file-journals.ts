import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { safeItemName } from '../items/safe-name.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import type { Journal } from '../ports/journal.ts'
import { entriesSince } from './entries-since.ts'
import { JournalFile } from './journal-file.ts'
import { JOURNAL_FILE, readJournalBytes } from './journal-lines.ts'
import { type Glance, glanceAt } from './journal-glance.ts'
import type { JournalPage } from './journal-page.ts'
import { JournalWriter } from './journal-writer.ts'
import { ownCopyOf, type OwnCopy } from './own-copy.ts'
import { ItemMap } from '../items/item-map.ts'
import { RunFold } from './run-fold.ts'

export interface OpenedJournal {
  journal: Journal
  fold: RunFold
  /** The last number of the entries that this computer wrote and the log no longer has, if any. */
  lost: number | null
  /** What others had changed while agents worked was undone. */
  isPutBack: boolean
  /** What others added while agents worked is marked as theirs. */
  isAdded: boolean
}

interface Kept {
  file: JournalFile
  copy: OwnCopy
  fold: RunFold
  /** Kept up to date even while no run is active. */
  isFollowed: boolean
}

/** A project's event logs: each is read once in this process, for all callers. */
export class FileJournals {
  readonly #files: DurableFiles
  readonly #folders: ProjectFolders
  readonly #kept = new ItemMap<Kept>()

  constructor(files: DurableFiles, folders: ProjectFolders) {
    this.#files = files
    this.#folders = folders
  }

  /**
   * Opens the journal for the item's owner, until the owner closes it. `putsBack`: what others have
   * changed in it is undone; otherwise it is accepted as theirs.
   */
  async open(item: WorkItem, { putsBack = false } = {}): Promise<OpenedJournal> {
    const kept = this.#keep(item)
    const { file, fold, copy } = kept
    const closed = (): void => {
      if (!kept.isFollowed && this.#kept.get(item) === kept) this.#kept.delete(item)
    }
    const aside = join(this.#folders.runtimeDir, 'changed', `${safeItemName(item)}.jsonl`)
    const journal = new JournalWriter(this.#files, file, { copy, aside, closed })
    try {
      const isPutBack = putsBack && (await journal.putBack())
      const isAdded = putsBack && !isPutBack && file.tail.shared < file.tail.length
      const lost = journal.settle()
      fold.raise(journal.version)
      return { journal, fold, lost, isPutBack, isAdded }
    } catch (error) {
      journal.close()
      throw error
    }
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

  /** Accepts what others have changed in the log until now, as theirs. */
  accept(item: WorkItem): void {
    if (this.#kept.get(item)?.file.hasWriter === true || this.isIntact(item)) return
    const kept = this.#keep(item)
    const journal = new JournalWriter(this.#files, kept.file, { copy: kept.copy })
    try {
      journal.settle()
    } finally {
      journal.close()
      if (!kept.isFollowed) this.#kept.delete(item)
    }
  }

  /** The log contains exactly what its copy does. */
  isIntact(item: WorkItem): boolean {
    const copy = this.#kept.get(item)?.copy ?? ownCopyOf(this.#files, this.#folders, item)
    return copy.read().equals(readJournalBytes(join(this.#dirOf(item), JOURNAL_FILE)))
  }

  /** Call when the item was archived or deleted: another one may get its name. */
  putAway(item: WorkItem): void {
    this.forget(item)
    ownCopyOf(this.#files, this.#folders, item).remove()
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
    const copy = ownCopyOf(this.#files, this.#folders, item)
    const file = new JournalFile(this.#dirOf(item), { copy, follower: fold })
    return { file, copy, fold, isFollowed: false }
  }

  #dirOf(item: WorkItem): string {
    return itemDirOf(this.#folders, item)
  }
}
