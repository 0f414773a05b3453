import type { JournalEntry } from '../../contracts/journal.ts'
import { SyncState } from '../../host/journal/sync-state.ts'
import {
  type Journal,
  type JournalFollower,
  JournalMoved,
  type Reloaded,
} from '../../host/ports/journal.ts'

/** The content of an in-memory journal, from any writer. */
export class JournalMemory {
  readonly entries: JournalEntry[] = []
  readonly followers = new Map<JournalFollower, { after: number }>()
  tornBytes = 0
  /** Changes with every modification that the journal's own writer did not make. */
  revision = 0

  get version(): number {
    return this.entries.at(-1)?.seq ?? 0
  }

  add(entries: readonly JournalEntry[]): void {
    this.entries.push(...entries)
    for (const [follower, { after }] of this.followers)
      follower.entries(entries.filter(({ seq }) => seq > after))
  }

  /** Simulates a writer that crashed in the middle of an entry. */
  tear(): void {
    this.tornBytes = 7
    this.revision++
  }

  /** Simulates that someone else truncates the journal. */
  cutTo(version: number): void {
    while (this.version > version) this.entries.pop()
    this.revision++
  }
}

/** A journal whose syncs the test may delay or fail. */
export class MemoryJournal implements Journal {
  readonly #memory: JournalMemory
  readonly #beforeSync: () => Promise<void>
  readonly #synced = new SyncState()
  #revision: number
  #version: number

  constructor(memory: JournalMemory, beforeSync: () => Promise<void> = () => Promise.resolve()) {
    this.#memory = memory
    this.#beforeSync = beforeSync
    this.#revision = memory.revision
    this.#version = memory.version
  }

  get version(): number {
    return this.#version
  }

  get tornBytes(): number {
    return this.#memory.tornBytes
  }

  async append(expected: number, entries: readonly JournalEntry[]): Promise<void> {
    this.appendNow(expected, entries)
  }

  appendNow(expected: number, entries: readonly JournalEntry[]): void {
    const memory = this.#memory
    const isMoved = this.#revision !== memory.revision || memory.tornBytes > 0
    if (isMoved || expected !== this.version) throw new JournalMoved(expected)
    this.#synced.wrote()
    this.#version = entries.at(-1)?.seq ?? expected
    memory.add(entries)
  }

  sync(): Promise<void> {
    return this.#synced.sync(this.#beforeSync)
  }

  async read(after: number): Promise<JournalEntry[]> {
    return this.#memory.entries.filter(({ seq }) => seq > after)
  }

  follow(after: number, follower: JournalFollower): () => void {
    const { entries, followers, version } = this.#memory
    const following = { after: version < after ? 0 : after }
    if (following.after < after) follower.restarted()
    const known = entries.filter(({ seq }) => seq > following.after)
    if (known.length > 0) follower.entries(known)
    followers.set(follower, following)
    return () => followers.delete(follower)
  }

  async repair(): Promise<void> {
    this.#memory.tornBytes = 0
  }

  async reload(): Promise<Reloaded> {
    this.#revision = this.#memory.revision
    this.#memory.tornBytes = 0
    this.#synced.clear()
    this.#version = Math.max(this.#version, this.#memory.version)
    return { found: this.#memory.version, isPutBack: false }
  }

  close(): void {
    this.#synced.clear()
  }
}
