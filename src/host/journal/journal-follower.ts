import { closeSync, fstatSync, readSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import { isMissing } from '../files/errno.ts'
import { addLine, emptyReading, JOURNAL_FILE } from './journal-lines.ts'
import { openForReading } from '../files/own-files.ts'

interface Look {
  /** The file is another one than at the last look: `entries` are all there are. */
  isFresh: boolean
  entries: JournalEntry[]
}

/** Reads a journal that grows, and of it only what has come since the last look. */
export class JournalFollower {
  readonly #path: string
  #identity = ''
  #offset = 0
  #lastSeq = 0

  constructor(specDir: string) {
    this.#path = join(specDir, JOURNAL_FILE)
  }

  look(): Look {
    const fd = openOrNull(this.#path)
    if (fd === null) return this.#follow('') ? { isFresh: true, entries: [] } : NOTHING
    try {
      const stat = fstatSync(fd, { bigint: true })
      const size = Number(stat.size)
      const isFresh = this.#follow(identityOf(stat)) || size < this.#offset
      if (isFresh) this.#begin()
      if (size === this.#offset) return { isFresh, entries: [] }
      return { isFresh, entries: this.#readTo(fd, size) }
    } finally {
      closeSync(fd)
    }
  }

  /** Whether that is another file than before. */
  #follow(identity: string): boolean {
    if (identity === this.#identity) return false
    this.#identity = identity
    this.#begin()
    return true
  }

  #begin(): void {
    this.#offset = 0
    this.#lastSeq = 0
  }

  #readTo(fd: number, size: number): JournalEntry[] {
    const bytes = Buffer.allocUnsafe(size - this.#offset)
    const length = readSync(fd, bytes, 0, bytes.length, this.#offset)
    const reading = { ...emptyReading(), lastSeq: this.#lastSeq }
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1 && end < length; end = bytes.indexOf(10, start)) {
      addLine(reading, bytes.toString('utf8', start, end))
      start = end + 1
    }
    this.#offset += start
    this.#lastSeq = reading.lastSeq
    return reading.entries
  }
}

const NOTHING: Look = { isFresh: false, entries: [] }

/** An inode's number alone is soon given to another file. */
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
