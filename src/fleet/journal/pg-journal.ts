import type { JournalEntry } from '../../contracts/journal.ts'
import { SyncState } from '../../host/journal/sync-state.ts'
import { type Journal, type JournalFollower, JournalMoved } from '../../host/ports/journal.ts'
import type { Database } from '../database/database.ts'
import { FollowedJournal } from './followed-journal.ts'
import type { JournalFeed } from './journal-feed.ts'
import { appendRows, endOf, entriesAfter, type JournalEnd } from './journal-rows.ts'

export interface JournalPlace {
  database: Database
  item: number
  /** Null inside a transaction, where nobody follows. */
  feed: JournalFeed | null
  /** Makes appended entries durable; not needed where each statement is its own transaction. */
  flush?: () => Promise<void>
  appended?: (entries: readonly JournalEntry[]) => void
}

/** The entries of one item as rows. */
export class PgJournal implements Journal {
  /** A transaction leaves nothing half done. */
  readonly tornBytes = 0
  readonly #place: JournalPlace
  readonly #synced = new SyncState()
  readonly #followers = new Set<FollowedJournal>()
  #end: JournalEnd

  private constructor(place: JournalPlace, end: JournalEnd) {
    this.#place = place
    this.#end = end
  }

  static async open(place: JournalPlace): Promise<PgJournal> {
    return new PgJournal(place, await endOf(place.database, place.item))
  }

  get version(): number {
    return this.#end.given
  }

  async append(expected: number, entries: readonly JournalEntry[]): Promise<void> {
    const { database, item, appended } = this.#place
    const end = this.#end
    if (expected !== end.given) throw new JournalMoved(expected)
    if (entries.length === 0) return
    if (!(await appendRows(database, item, { end, entries }))) throw new JournalMoved(expected)
    const last = entries.at(-1)?.seq ?? expected
    this.#end = { standing: last, given: last }
    this.#synced.wrote()
    appended?.(entries)
  }

  sync(): Promise<void> {
    return this.#synced.sync(this.#place.flush ?? (() => Promise.resolve()))
  }

  read(after: number): Promise<JournalEntry[]> {
    const { database, item } = this.#place
    return entriesAfter(database, item, after)
  }

  follow(after: number, follower: JournalFollower): () => void {
    const { feed } = this.#place
    if (feed === null) throw new Error('a journal inside a transaction has no followers')
    const followed = new FollowedJournal({ ...this.#place, feed }, after, follower)
    this.#followers.add(followed)
    return () => {
      this.#followers.delete(followed)
      followed.close()
    }
  }

  repair(): Promise<void> {
    return Promise.resolve()
  }

  async reload(): Promise<number> {
    const { database, item } = this.#place
    const { standing, given } = await endOf(database, item)
    this.#end = { standing, given: Math.max(given, this.version) }
    this.#synced.clear()
    return standing
  }

  close(): void {
    for (const followed of this.#followers) followed.close()
    this.#followers.clear()
    this.#synced.clear()
  }
}
