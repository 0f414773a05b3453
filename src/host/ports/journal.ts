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
  /** Something that cannot be read is behind the entries so far. */
  damaged(): void
  /** Another journal is there: its entries come from the first one on. */
  restarted(): void
}

/** The entries of one work item, for its one writer. A number is never given twice. */
export interface Journal {
  /** The highest number given so far: what the next `append` must expect. */
  readonly version: number
  /** What a writer that crashed left of an entry behind the last whole one; `repair` drops it. */
  readonly tornBytes: number
  /** Whole or not at all, and visible to every follower at once. Rejects with `JournalMoved`. */
  append(expected: number, entries: readonly JournalEntry[]): Promise<void>
  /** Resolves when all that was appended survives a power cut. Once failed it fails until `reload`. */
  sync(): Promise<void>
  /** The entries that come after that number. */
  read(after: number): Promise<JournalEntry[]>
  /** What is there after that number, then what is appended; returns what ends it. */
  follow(after: number, follower: JournalFollower): () => void
  repair(): Promise<void>
  /** Accepts the current file as the journal after `JournalMoved`; returns its last number. */
  reload(): Promise<number>
  close(): void
}
