import type { JournalFollower } from '../../host/ports/journal.ts'
import type { Database } from '../database/database.ts'
import type { JournalFeed } from './journal-feed.ts'
import { endOf, entriesAfter } from './journal-rows.ts'

interface Followed {
  database: Database
  item: number
  feed: JournalFeed
}

/** Gives one follower every entry once, however often it is told that there are more. */
export class FollowedJournal {
  readonly #journal: Followed
  readonly #follower: JournalFollower
  readonly #leave: () => void
  #after: number
  #isClosed = false
  #isAsked = false
  #isLooking = false

  constructor(journal: Followed, after: number, follower: JournalFollower) {
    this.#journal = journal
    this.#follower = follower
    this.#after = after
    this.#leave = journal.feed.follow(journal.item, () => this.#look())
    this.#look()
  }

  close(): void {
    this.#isClosed = true
    this.#leave()
  }

  /** An announcement during a look causes one more look. */
  #look(): void {
    this.#isAsked = true
    if (!this.#isLooking) void this.#lookWhileAsked()
  }

  async #lookWhileAsked(): Promise<void> {
    this.#isLooking = true
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false
      try {
        await this.#take()
      } catch {
        // The database is away: the feed asks again when it is back.
      }
    }
    this.#isLooking = false
  }

  async #take(): Promise<void> {
    const { database, item } = this.#journal
    const { standing } = await endOf(database, item)
    const isCut = standing < this.#after
    if (standing === this.#after) return
    const entries = await entriesAfter(database, item, isCut ? 0 : this.#after)
    if (this.#isClosed) return
    if (isCut) this.#follower.restarted()
    this.#after = Math.max(standing, entries.at(-1)?.seq ?? 0)
    if (entries.length > 0) this.#follower.entries(entries)
  }
}
