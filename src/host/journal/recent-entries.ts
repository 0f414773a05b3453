import type { JournalEntry } from '../../contracts/journal.ts'
import type { JournalPage } from './journal-page.ts'

/** Several times as many as a page shows at once. */
const KEPT = 500

/** Caches the last entries of an active journal, so that requests do not read the file again. */
export class RecentEntries {
  #entries: JournalEntry[] = []
  /** All entries after this number are kept. */
  #after: number

  constructor(after: number) {
    this.#after = after
  }

  add(entries: readonly JournalEntry[]): void {
    this.#entries.push(...entries)
    if (this.#entries.length <= 2 * KEPT) return
    const dropped = this.#entries.splice(0, this.#entries.length - KEPT)
    this.#after = dropped.at(-1)?.seq ?? this.#after
  }

  /** Null when some of them are no longer kept. */
  after(version: number): JournalEntry[] | null {
    return version < this.#after ? null : this.#entries.filter(({ seq }) => seq > version)
  }

  /** Newest first; null when some of them are no longer kept. */
  newest({ before, limit }: { before: number | null; limit: number }): JournalPage | null {
    const older = this.#entries.filter(({ seq }) => before === null || seq < before)
    if (older.length < limit && this.#after > 0) return null
    const hasMore = older.length > limit || this.#after > 0
    return { entries: older.slice(-limit).toReversed(), hasMore }
  }
}
