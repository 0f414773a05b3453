import { closeSync, fstatSync, lstatSync, readSync, type BigIntStats } from 'node:fs'
import type { JournalEntry } from '../../contracts/journal.ts'
import { stampOf } from '../files/durable-files.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { openForReading, refuseTooLarge } from '../files/own-files.ts'
import { MAX_JOURNAL_MB, parseLine } from './journal-lines.ts'
import { isIn, sharedLines, type OwnCopy, type Span } from './own-copy.ts'

export interface SeenLine {
  /** Null for an unreadable line. */
  entry: JournalEntry | null
  /** This computer wrote it. */
  isOwn: boolean
}

export interface Look {
  /** The file was replaced since the last look: these are all of its entries. */
  isFresh: boolean
  lines: SeenLine[]
}

/** Reads a growing event log, each time only what was added since the last look. */
export class JournalTail {
  readonly #path: string
  readonly #copy: OwnCopy | null
  #identity = ''
  #stamp: string | null = null
  #length = 0
  #shared = 0
  #tornBytes = 0
  #version = 0

  /** Without a copy every line counts as written by this computer. */
  constructor(path: string, copy: OwnCopy | null = null) {
    this.#path = path
    this.#copy = copy
  }

  /** The length of all complete lines in bytes. */
  get length(): number {
    return this.#length
  }

  /** How much of it the copy of this computer begins with. */
  get shared(): number {
    return this.#shared
  }

  /** The file as it was last seen or written; null before that. */
  get stamp(): string | null {
    return this.#stamp
  }

  /** Bytes after them, left by a crash during a write. */
  get tornBytes(): number {
    return this.#tornBytes
  }

  /** The highest number used, including entries of a newer version. */
  get version(): number {
    return this.#version
  }

  look(): Look {
    const fd = openOrNull(this.#path)
    if (fd === null) {
      this.#stamp = null
      return { isFresh: this.#isReplacedBy(''), lines: [] }
    }
    try {
      const stat = fstatSync(fd, { bigint: true })
      const size = Number(stat.size)
      refuseTooLarge(this.#path, size, MAX_JOURNAL_MB)
      const isOther = this.#isReplacedBy(identityOf(stat))
      const isRewritten = size === this.#length + this.#tornBytes && stampOf(stat) !== this.#stamp
      const isFresh = isOther || size < this.#length || (isRewritten && this.#length > 0)
      if (isFresh) this.#begin()
      this.#stamp = stampOf(stat)
      this.#tornBytes = size - this.#length
      return { isFresh, lines: size === this.#length ? [] : this.#readTo(fd, size) }
    } finally {
      closeSync(fd)
    }
  }

  /** The next look starts again at the first line. */
  restart(): void {
    this.#identity = RESTARTED
    this.#begin()
  }

  /** Like `look`, but reads all of it again after any change: more may have changed than the end. */
  lookClosely(): Look {
    const stat = statOf(this.#path)
    if (this.#length > 0 && stat !== undefined && stampOf(stat) !== this.#stamp) this.restart()
    return this.look()
  }

  /** Skips what this process itself has written. */
  wrote(bytes: number, version: number): void {
    if (this.#shared === this.#length) this.#shared += bytes
    this.#length += bytes
    this.#version = version
  }

  /** The copy begins with the whole log from now on. */
  copied(): void {
    this.#shared = this.#length
  }

  /** After writes, which left the file with that stamp: continues from here if it still has it. */
  settle(stamp: string | null): void {
    const stat = statOf(this.#path)
    const expected = stamp ?? this.#stamp
    if (stat !== undefined && stampOf(stat) === expected) {
      this.#identity = identityOf(stat)
      this.#stamp = expected
    } else if (stat !== undefined || this.#length > 0) this.restart()
  }

  /** The torn bytes were cut off. */
  mended(): void {
    const stat = statOf(this.#path)
    this.#stamp = stat === undefined ? null : stampOf(stat)
    this.#tornBytes = 0
  }

  #isReplacedBy(identity: string): boolean {
    if (identity === this.#identity) return false
    const wasRead = this.#identity === RESTARTED || this.#length > 0
    this.#identity = identity
    this.#begin()
    return wasRead
  }

  #begin(): void {
    this.#length = 0
    this.#shared = 0
    this.#tornBytes = 0
    this.#version = 0
  }

  #readTo(fd: number, size: number): SeenLine[] {
    const bytes = Buffer.allocUnsafe(size - this.#length)
    const length = readSync(fd, bytes, 0, bytes.length, this.#length)
    const own = this.#ownPart(bytes.subarray(0, length))
    const lines: SeenLine[] = []
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1 && end < length; end = bytes.indexOf(10, start)) {
      const line = bytes.toString('utf8', start, end)
      if (line.trim() !== '') lines.push(...this.#seen(line, own(start)))
      start = end + 1
    }
    this.#length += start
    this.#tornBytes = length - start
    return lines
  }

  /** Whether the line at an offset of the new bytes is our own. */
  #ownPart(bytes: Buffer): (start: number) => boolean {
    if (this.#copy === null) return () => true
    const at = this.#length
    if (this.#shared < at) return () => false
    const shared = sharedLines(bytes, this.#copy.read(at))
    this.#shared = at + shared
    const foreign: Span[] = this.#copy.foreign()
    return (start) => start < shared && !isIn(foreign, at + start)
  }

  #seen(line: string, isOwn: boolean): SeenLine[] {
    const parsed = parseLine(line)
    if (parsed.kind === 'newer') {
      this.#version = Math.max(this.#version, parsed.seq)
      return []
    }
    if (parsed.kind === 'damaged' || parsed.entry.seq <= this.#version)
      return [{ entry: null, isOwn }]
    this.#version = parsed.entry.seq
    return [{ entry: parsed.entry, isOwn }]
  }
}

/** Not the identity of any file. */
const RESTARTED = '-'

/** Also undefined when its folder has become a file. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true })
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** Not the inode number alone, which is soon reused for another file. */
const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats): string =>
  `${dev}-${ino}-${birthtimeNs}`

function openOrNull(path: string): number | null {
  try {
    return openForReading(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
