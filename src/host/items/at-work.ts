import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { stampAt } from '../files/durable-files.ts'
import { isMissing } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { copyName } from '../journal/own-copy.ts'
import { itemDirOf, listItems, type ProjectFolders } from '../project/folders.ts'
import { KeptRecords } from './kept-records.ts'

/**
 * The time in which agents, checks and commands may write below the project. Whatever changes in
 * records and event logs meanwhile is not what the user chose: it is put back. The note of it is in
 * the user's own folder and outlives the host, as agents do.
 */
export class AtWork {
  readonly #folders: ProjectFolders
  readonly #journals: FileJournals
  readonly #records: KeptRecords
  /** What the host is writing into records at this moment. */
  readonly #pending = new Set<{ item: WorkItem; entries: readonly JournalEntry[] }>()
  #isBegun: boolean | null = null
  #isTakenOver = false

  constructor(folders: ProjectFolders, journals: FileJournals) {
    this.#folders = folders
    this.#journals = journals
    this.#records = new KeptRecords(folders)
  }

  get isBegun(): boolean {
    if (this.#isBegun === null) {
      this.#isBegun = existsSync(this.#note)
      this.#isTakenOver = this.#isBegun
    }
    return this.#isBegun
  }

  /** It began in an earlier host, whose agents may work on. */
  get isTakenOver(): boolean {
    return this.isBegun && this.#isTakenOver
  }

  /** Call before anything is started. What others changed until now is accepted. */
  begin(): void {
    if (this.isBegun) return
    const hasCopy = this.#copies()
    this.#records.acceptAll(listItems(this.#folders), (item, known) =>
      hasCopy(item) ? this.#acceptLog(item, known) : null,
    )
    preparePersonalFolder(this.#folders.keptDir)
    writeFileSync(this.#note, '', { mode: PERSONAL_MODE })
    this.#isBegun = true
    // Read before they were written, these records would be put back as if an agent had changed them.
    for (const { item, entries } of this.#pending) this.#records.apply(item, entries)
  }

  /** The items whose record or log was changed meanwhile. */
  changed(): WorkItem[] {
    if (!this.isBegun) return []
    const hasCopy = this.#copies()
    return listItems(this.#folders).filter(
      (item) => this.#records.isChanged(item) || (hasCopy(item) && this.#isLogChanged(item)),
    )
  }

  /** Nothing is left that could write, and everything is put back. */
  end(): void {
    rmSync(this.#note, { force: true })
    this.#isBegun = false
    this.#isTakenOver = false
  }

  /** What the record must contain; null if whatever it contains counts. */
  guarded(item: WorkItem): SpecJson | null {
    return this.isBegun ? this.#records.guarded(item) : null
  }

  /** The host writes this into the record. */
  async writing(
    item: WorkItem,
    entries: readonly JournalEntry[],
    write: () => Promise<void>,
  ): Promise<void> {
    if (this.isBegun) this.#records.apply(item, entries)
    const pending = { item, entries }
    this.#pending.add(pending)
    try {
      await write()
    } finally {
      this.#pending.delete(pending)
    }
  }

  /** The host has made the item, or its record. */
  made(item: WorkItem): void {
    if (this.isBegun) this.#records.accept(item)
  }

  restoreMissing(item: WorkItem): void {
    if (this.isBegun) this.#records.restoreMissing(item)
  }

  putAway(item: WorkItem): void {
    this.#records.forget(item)
    this.#journals.putAway(item)
  }

  #acceptLog(item: WorkItem, known: string | null): string | null {
    if (known === null || known !== this.#stampOf(item)) this.#journals.accept(item)
    return this.#stampOf(item)
  }

  #isLogChanged(item: WorkItem): boolean {
    const known = this.#records.logOf(item)
    if (known !== null && known === this.#stampOf(item)) return false
    return !this.#journals.isIntact(item)
  }

  #copies(): (item: WorkItem) => boolean {
    const names = new Set(namesIn(this.#folders.keptDir))
    return (item) => names.has(copyName(item))
  }

  #stampOf(item: WorkItem): string | null {
    return stampAt(join(itemDirOf(this.#folders, item), JOURNAL_FILE))
  }

  get #note(): string {
    return join(this.#folders.keptDir, 'at-work')
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
