import { closeSync, constants, ftruncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import { FileReplaced, type AppendFile, type DurableFiles } from '../files/durable-files.ts'
import { isMissing } from '../files/errno.ts'
import { makeFolder, moveFolder, openForWriting, removeFolder } from '../files/own-files.ts'
import {
  type Journal,
  type JournalFollower,
  JournalMoved,
  type Reloaded,
} from '../ports/journal.ts'
import type { JournalFile } from './journal-file.ts'
import { lastSeqIn, parseLine, readJournalBytes } from './journal-lines.ts'
import type { OwnCopy, Span } from './own-copy.ts'
import { SyncState } from './sync-state.ts'

interface WriterParts {
  copy?: OwnCopy | null
  /** Where a log goes that was replaced by the copy; null: nowhere. */
  aside?: string | null
  closed?: () => void
}

/** An event log for its owner: written at once, synced before the first effect it explains. */
export class JournalWriter implements Journal {
  readonly #files: DurableFiles
  readonly #journal: JournalFile
  readonly #copy: OwnCopy | null
  readonly #aside: string | null
  readonly #closed: () => void
  readonly #synced = new SyncState()
  #file: AppendFile | null = null
  /** The highest number that was assigned, if its entry is no longer in the file. */
  #lostVersion = 0

  constructor(files: DurableFiles, journal: JournalFile, parts: WriterParts = {}) {
    this.#files = files
    this.#journal = journal
    this.#copy = parts.copy ?? null
    this.#aside = parts.aside ?? null
    this.#closed = parts.closed ?? (() => undefined)
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
      this.#write(text)
    } catch (error) {
      if (!(error instanceof FileReplaced)) throw error
      if (!this.#isIntact()) throw new JournalMoved(expected, error)
      this.#file?.close()
      this.#file = this.#files.openAppend(this.#journal.path)
      this.#write(text)
    }
    this.#synced.wrote()
    this.#journal.wrote(entries, Buffer.byteLength(text))
  }

  /** The copy first: whatever is in the log without being in the copy is not our own. */
  #write(text: string): void {
    const { path, tail } = this.#journal
    const { length, stamp } = tail
    this.#file ??= this.#files.openAppend(path, { length, stamp })
    this.#copy?.append(length, text)
    try {
      this.#file.write(text)
    } catch (error) {
      this.#copy?.takeBack()
      throw error
    }
  }

  /** Only its times have changed: a backup with hard links does that, for example. */
  #isIntact(): boolean {
    return this.#copy !== null && this.#copy.read().equals(readJournalBytes(this.#journal.path))
  }

  sync(): Promise<void> {
    return this.#synced.sync(async () => this.#file?.sync())
  }

  async read(after: number): Promise<JournalEntry[]> {
    return this.#journal.readCopied(after)
  }

  follow(after: number, follower: JournalFollower): () => void {
    return this.#journal.follow(after, follower)
  }

  /** Otherwise the next entry would be glued to the torn one and lost with it. */
  async repair(): Promise<void> {
    this.#cutTorn()
  }

  #cutTorn(): void {
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

  /**
   * Makes the copy what the log is, with what others wrote marked as such. Returns the last number
   * of our own entries that the log has lost, or null.
   */
  settle(): number | null {
    if (this.#copy === null) return null
    const { tail, path } = this.#journal
    const { shared, length } = tail
    const ahead = this.#copy.read(shared)
    if (ahead.length === 0 && shared === length) return null
    if (this.#complete(ahead, isOneAct)) return null
    const own = this.#copy.read().subarray(0, shared)
    // Our own part never comes from the log, which may have changed since it was read.
    const others = readJournalBytes(path).subarray(shared, length)
    const known = this.#copy.foreign().flatMap(([from, to]): Span[] => {
      return from < shared ? [[from, Math.min(to, shared)]] : []
    })
    const added: Span[] = others.length === 0 ? [] : [[shared, shared + others.length]]
    this.#copy.become(Buffer.concat([own, others]), [...known, ...added])
    tail.copied()
    return lastSeqIn(ahead)
  }

  /** Undoes what others have changed in our own part of the log; false if they have not. */
  async putBack(): Promise<boolean> {
    const { tail } = this.#journal
    const ahead = this.#copy?.read(tail.shared) ?? Buffer.alloc(0)
    // A host that was killed while it wrote the copy has left part of a line there.
    if (ahead.lastIndexOf(10) === -1 || this.#complete(ahead, () => true)) return false
    await this.#replaceWithCopy()
    return true
  }

  /**
   * Adds what only the copy has. A host that was killed between copy and log has left one act in
   * the copy alone; a power loss may have taken more from the log.
   */
  #complete(ahead: Buffer, isPlausible: (rest: Buffer) => boolean): boolean {
    const { tail, path } = this.#journal
    const rest = ahead.subarray(0, ahead.lastIndexOf(10) + 1)
    const torn = readJournalBytes(path).subarray(tail.length)
    const isBegun = tail.shared === tail.length && rest.subarray(0, torn.length).equals(torn)
    if (this.#copy === null || rest.length === 0 || !isBegun || !isPlausible(rest)) return false
    const whole = this.#copy.read().subarray(0, tail.length + rest.length)
    if (rest.length < ahead.length) this.#copy.become(whole, this.#copy.foreign())
    this.#cutTorn()
    this.#file = this.#files.openAppend(path, { length: tail.length })
    this.#file.write(rest.toString('utf8'))
    this.#synced.wrote()
    this.#journal.lookAgain()
    return true
  }

  async reload(): Promise<Reloaded> {
    const known = this.version
    this.#closeFiles()
    this.#journal.reread()
    const found = this.#journal.tail.version
    const own = this.#copy?.read() ?? null
    const isPutBack = own !== null && lastSeqIn(own) === known
    if (isPutBack) await this.#replaceWithCopy()
    else {
      this.#cutTorn()
      this.settle()
      this.#lostVersion = Math.max(known, found)
    }
    return { found, isPutBack }
  }

  async #replaceWithCopy(): Promise<void> {
    const { path } = this.#journal
    const own = this.#copy?.read() ?? Buffer.alloc(0)
    if (this.#aside !== null) setAside(path, this.#aside)
    await this.#files.replace(path, own.subarray(0, own.lastIndexOf(10) + 1))
    this.#journal.replaced()
  }

  close(): void {
    const stamp = this.#file?.stamp() ?? null
    this.#closeFiles()
    this.#journal.leave(this, { isRewritten: this.#lostVersion > 0, stamp })
    this.#closed()
  }

  #closeFiles(): void {
    this.#file?.close()
    this.#file = null
    this.#copy?.close()
    this.#synced.clear()
  }
}

/** The entries of one act have the same time. */
function isOneAct(lines: Buffer): boolean {
  const times = lines
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const parsed = parseLine(line)
      return parsed.kind === 'entry' ? parsed.entry.time : null
    })
  return times[0] !== null && times.every((time) => time === times[0])
}

/** Whatever is there by now, so that people can look at it. */
function setAside(path: string, aside: string): void {
  makeFolder(dirname(aside), 0o700)
  removeFolder(aside)
  try {
    moveFolder(path, aside)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
