import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { JournalFollower } from '../ports/journal.ts'
import { entriesAfter, JOURNAL_FILE, readJournalBytes } from './journal-lines.ts'
import { journalPage, type JournalPage } from './journal-page.ts'
import { JournalTail, type Look } from './journal-tail.ts'
import { RecentEntries } from './recent-entries.ts'

/**
 * The only reader of an item's event log in this process. While it has a writer the file is not
 * read, because all new entries come from that writer.
 */
export class JournalFile {
  readonly path: string
  readonly tail: JournalTail
  readonly #followers = new Map<JournalFollower, { after: number }>()
  #recent: RecentEntries | null = null
  #writer: object | null = null

  constructor(specDir: string, follower?: JournalFollower) {
    this.path = join(specDir, JOURNAL_FILE)
    this.tail = new JournalTail(this.path)
    if (follower) this.#followers.set(follower, { after: 0 })
  }

  get hasWriter(): boolean {
    return this.#writer !== null
  }

  /** Reads what any process has written since the last look. */
  look(): void {
    if (this.#writer === null) this.#deliver(this.tail.look())
  }

  /** False while there is another writer. */
  claim(writer: object): boolean {
    if (this.#writer !== null) return this.#writer === writer
    const known = this.tail.version
    const look = this.tail.look()
    this.#writer = writer
    this.#recent = new RecentEntries(look.isFresh ? 0 : known)
    this.#recent.add(look.lines.filter((line) => line !== null))
    this.#deliver(look)
    return true
  }

  /** `isRewritten`: the file no longer matches what its followers know. */
  leave(writer: object, isRewritten: boolean): void {
    if (this.#writer !== writer) return
    this.#writer = null
    this.#recent = null
    if (isRewritten) this.tail.restart()
    else this.tail.settle()
  }

  wrote(entries: readonly JournalEntry[], bytes: number): void {
    this.tail.wrote(bytes, entries.at(-1)?.seq ?? this.tail.version)
    this.#recent?.add(entries)
    this.#deliver({ isFresh: false, lines: [...entries] })
  }

  /** Followers keep what they know until the writer leaves: its run continues from there. */
  reread(): void {
    this.tail.restart()
    this.tail.look()
    this.#recent = new RecentEntries(this.tail.version)
  }

  read(after: number): JournalEntry[] {
    return this.#recent?.after(after) ?? entriesAfter(readJournalBytes(this.path), after)
  }

  /** Newest first. */
  page(which: { before: number | null; limit: number }): JournalPage {
    return this.#recent?.newest(which) ?? journalPage(readJournalBytes(this.path), which)
  }

  follow(after: number, follower: JournalFollower): () => void {
    this.look()
    const following = { after }
    if (this.tail.version < after) {
      following.after = 0
      follower.restarted()
    }
    const known = following.after < this.tail.version ? this.read(following.after) : []
    if (known.length > 0) follower.entries(known)
    this.#followers.set(follower, following)
    return () => this.#followers.delete(follower)
  }

  #deliver({ isFresh, lines }: Look): void {
    for (const [follower, following] of this.#followers) {
      if (isFresh) {
        following.after = 0
        follower.restarted()
      }
      sendLines(follower, lines, following.after)
    }
  }
}

function sendLines(follower: JournalFollower, lines: Look['lines'], after: number): void {
  let entries: JournalEntry[] = []
  const flush = (): void => {
    if (entries.length > 0) follower.entries(entries)
    entries = []
  }
  for (const line of lines) {
    if (line === null) {
      flush()
      follower.damaged()
    } else if (line.seq > after) entries.push(line)
  }
  flush()
}
