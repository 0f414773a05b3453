import { closeSync, fstatSync, lstatSync, readSync, type BigIntStats } from 'node:fs'
import type { JournalEntry } from '../../contracts/journal.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { NotAFile, openForReading } from '../files/own-files.ts'
import { parseLine } from './journal-lines.ts'

export interface Look {
  /** The file was replaced since the last look: these are all of its entries. */
  isFresh: boolean
  /** Contains a null for each unreadable line. */
  lines: (JournalEntry | null)[]
}

/** Reads a growing event log, each time only what was added since the last look. */
export class JournalTail {
  readonly #path: string
  #identity = ''
  #length = 0
  #tornBytes = 0
  #version = 0

  constructor(path: string) {
    this.#path = path
  }

  /** The length of all complete lines in bytes. */
  get length(): number {
    return this.#length
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
    if (fd === null) return { isFresh: this.#isReplacedBy(''), lines: [] }
    try {
      const stat = fstatSync(fd, { bigint: true })
      // A pipe would look empty, and make the writer wait for a reader forever.
      if (!stat.isFile()) throw new NotAFile(this.#path)
      const size = Number(stat.size)
      const isFresh = this.#isReplacedBy(identityOf(stat)) || size < this.#length
      if (isFresh) this.#begin()
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

  /** Skips what this process itself has written. */
  wrote(bytes: number, version: number): void {
    this.#length += bytes
    this.#version = version
  }

  /** After writes: continues from here if the file contains exactly what is known. */
  settle(): void {
    const stat = statOf(this.#path)
    if (stat !== undefined && Number(stat.size) === this.#length + this.#tornBytes)
      this.#identity = identityOf(stat)
    else if (stat !== undefined || this.#length > 0) this.restart()
  }

  /** The torn bytes were cut off. */
  mended(): void {
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
    this.#tornBytes = 0
    this.#version = 0
  }

  #readTo(fd: number, size: number): Look['lines'] {
    const bytes = Buffer.allocUnsafe(size - this.#length)
    const length = readSync(fd, bytes, 0, bytes.length, this.#length)
    const lines: Look['lines'] = []
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1 && end < length; end = bytes.indexOf(10, start)) {
      const line = bytes.toString('utf8', start, end)
      if (line.trim() !== '') this.#take(line, lines)
      start = end + 1
    }
    this.#length += start
    this.#tornBytes = length - start
    return lines
  }

  #take(line: string, lines: Look['lines']): void {
    const parsed = parseLine(line)
    if (parsed.kind === 'foreign') this.#version = Math.max(this.#version, parsed.seq)
    else if (parsed.kind === 'damaged' || parsed.entry.seq <= this.#version) lines.push(null)
    else {
      lines.push(parsed.entry)
      this.#version = parsed.entry.seq
    }
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
