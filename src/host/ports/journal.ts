import type { JournalEntry } from '../../contracts/journal.ts'

/** The journal does not end where the caller believes: someone else wrote, cut or deleted it. */
export class JournalMoved extends Error {
  readonly expected: number

  constructor(expected: number, cause?: unknown) {
    super(`the event log no longer ends at entry ${expected}`, { cause })
    this.expected = expected
  }
}

export interface JournalFollower {
  /** In order, each one once. */
  entries(entries: readonly JournalEntry[]): void
  /** Like `entries`, for those that this computer did not write; it need not tell them apart. */
  foreign?(entries: readonly JournalEntry[]): void
  /** Unreadable data follows the entries so far. */
  damaged(): void
  /** The journal was replaced: its entries follow, from the first one on. */
  restarted(): void
}

export interface Reloaded {
  /** The last number in what was there. */
  found: number
  /** What this computer had written was put back; otherwise the journal is what was there. */
  isPutBack: boolean
}

/** A work item's entries, for its only writer. A number is never used twice. */
export interface Journal {
  /** The highest number used so far, which the next `append` must expect. */
  readonly version: number
  /** Size of the incomplete entry that a crashed writer left at the end; `repair` drops it. */
  readonly tornBytes: number
  /** All or nothing, and visible to every follower at once. Rejects with `JournalMoved`. */
  append(expected: number, entries: readonly JournalEntry[]): Promise<void>
  /** Resolves when all appended entries are durable. After a failure it fails until `reload`. */
  sync(): Promise<void>
  /** The entries after that number. */
  read(after: number): Promise<JournalEntry[]>
  /** Sends the entries after that number, then new ones; returns a function that ends it. */
  follow(after: number, follower: JournalFollower): () => void
  repair(): Promise<void>
  /** Makes the journal usable again after `JournalMoved`. */
  reload(): Promise<Reloaded>
  close(): void
}
