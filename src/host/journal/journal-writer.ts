import { closeSync, constants, ftruncateSync } from 'node:fs'
import type { JournalEntry } from '../../contracts/journal.ts'
import { FileReplaced, type AppendFile, type DurableFiles } from '../files/durable-files.ts'
import { openForWriting } from '../files/own-files.ts'
import { type Journal, type JournalFollower, JournalMoved } from '../ports/journal.ts'
import type { JournalFile } from './journal-file.ts'
import { SyncState } from './sync-state.ts'

/** An event log for its owner: written at once, synced before the first effect it explains. */
export class JournalWriter implements Journal {
  readonly #files: DurableFiles
  readonly #journal: JournalFile
  readonly #closed: () => void
  readonly #synced = new SyncState()
  #file: AppendFile | null = null
  /** The highest number that was assigned, if its entry is no longer in the file. */
  #lostVersion = 0

  constructor(files: DurableFiles, journal: JournalFile, closed: () => void = () => undefined) {
    this.#files = files
    this.#journal = journal
    this.#closed = closed
    journal.claim(this)
  }

  get version(): number {
    return Math.max(this.#lostVersion, this.#journal.tail.version)
  }

  get tornBytes(): number {
    return this.#journal.tail.tornBytes
  }

  async append(expected: number, entries: readonly JournalEntry[]): Promise<void> {
    if (!this.#journal.claim(this) || expected !== this.version) throw new JournalMoved(expected)
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    try {
      this.#file ??= this.#files.openAppend(this.#journal.path, this.#journal.tail.length)
      this.#file.write(text)
    } catch (error) {
      throw error instanceof FileReplaced ? new JournalMoved(expected, error) : error
    }
    this.#synced.wrote()
    this.#journal.wrote(entries, Buffer.byteLength(text))
  }

  sync(): Promise<void> {
    return this.#synced.sync(async () => this.#file?.sync())
  }

  async read(after: number): Promise<JournalEntry[]> {
    return this.#journal.read(after)
  }

  follow(after: number, follower: JournalFollower): () => void {
    return this.#journal.follow(after, follower)
  }

  /** Otherwise the next entry would be glued to the torn one and lost with it. */
  async repair(): Promise<void> {
    const { tail, path } = this.#journal
    if (tail.tornBytes === 0) return
    const fd = openForWriting(path, constants.O_WRONLY)
    try {
      ftruncateSync(fd, tail.length)
    } finally {
      closeSync(fd)
    }
    tail.mended()
  }

  async reload(): Promise<number> {
    const known = this.version
    this.#closeFile()
    this.#journal.reread()
    await this.repair()
    const found = this.#journal.tail.version
    this.#lostVersion = Math.max(known, found)
    return found
  }

  close(): void {
    this.#closeFile()
    this.#journal.leave(this, this.#lostVersion > 0)
    this.#closed()
  }

  #closeFile(): void {
    this.#file?.close()
    this.#file = null
    this.#synced.clear()
  }
}
