import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { JournalFollower } from '../ports/journal.ts'
import { entriesAfter, JOURNAL_FILE, readJournalBytes } from './journal-lines.ts'
import { journalPage, type JournalPage } from './journal-page.ts'
import { JournalTail, type Look, type SeenLine } from './journal-tail.ts'
import type { OwnCopy } from './own-copy.ts'
import { RecentEntries } from './recent-entries.ts'

interface JournalFileParts {
  /** Tells what this computer wrote; without it that is everything. */
  copy?: OwnCopy | null
  follower?: JournalFollower
}

/**
 * The only reader of an item's event log in this process. While it has a writer the file is not
 * read, because all new entries come from that writer.
 */
export class JournalFile {
  readonly path: string
  readonly tail: JournalTail
  readonly #copy: OwnCopy | null
  readonly #followers = new Map<JournalFollower, { after: number }>()
  #recent: RecentEntries | null = null
  #writer: object | null = null

  constructor(specDir: string, { copy = null, follower }: JournalFileParts = {}) {
    this.path = join(specDir, JOURNAL_FILE)
    this.tail = new JournalTail(this.path, copy)
    this.#copy = copy
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
    const look = this.tail.lookClosely()
    this.#writer = writer
    this.#recent = new RecentEntries(look.isFresh ? 0 : known)
    this.#take(look)
    return true
  }

  /**
   * `isRewritten`: the file no longer matches what its followers know. `stamp`: how the last write
   * left it; null without a write.
   */
  leave(
    writer: object,
    { isRewritten, stamp }: { isRewritten: boolean; stamp: string | null },
  ): void {
    if (this.#writer !== writer) return
    this.#writer = null
    this.#recent = null
    if (isRewritten) this.tail.restart()
    else this.tail.settle(stamp)
  }

  wrote(entries: readonly JournalEntry[], bytes: number): void {
    this.tail.wrote(bytes, entries.at(-1)?.seq ?? this.tail.version)
    this.#recent?.add(entries)
    this.#deliver({ isFresh: false, lines: entries.map((entry) => ({ entry, isOwn: true })) })
  }

  /** Reads on, for the writer that has itself changed the file. */
  lookAgain(): void {
    this.#take(this.tail.look())
  }

  /** The writer has replaced the file: its followers start again. */
  replaced(): void {
    this.tail.restart()
    this.#recent = new RecentEntries(0)
    this.#take(this.tail.look())
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

  /** Like `read`, but not from a file that others can change. */
  readCopied(after: number): JournalEntry[] {
    if (this.#copy === null) return this.read(after)
    return this.#recent?.after(after) ?? entriesAfter(this.#copy.read(), after)
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

  #take(look: Look): void {
    this.#recent?.add(look.lines.flatMap(({ entry }) => entry ?? []))
    this.#deliver(look)
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

function sendLines(follower: JournalFollower, lines: SeenLine[], after: number): void {
  let entries: JournalEntry[] = []
  let areOwn = true
  const flush = (): void => {
    if (entries.length > 0) {
      if (areOwn || follower.foreign === undefined) follower.entries(entries)
      else follower.foreign(entries)
    }
    entries = []
  }
  for (const { entry, isOwn } of lines) {
    if (isOwn !== areOwn) {
      flush()
      areOwn = isOwn
    }
    if (entry === null) {
      flush()
      follower.damaged()
    } else if (entry.seq > after) entries.push(entry)
  }
  flush()
}
