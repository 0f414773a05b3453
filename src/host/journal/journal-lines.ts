import { closeSync, constants, ftruncateSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { journalEntrySchema, type JournalEntry } from '../../contracts/journal.ts'
import { isMissing } from '../files/errno.ts'
import type { AppendFile, DurableFiles } from '../files/durable-files.ts'
import { openForWriting, readOwnBytes } from '../files/own-files.ts'

export const JOURNAL_FILE = 'event-log.jsonl'

export interface JournalReading {
  entries: JournalEntry[]
  /** Lines that cannot be read, by how many good entries stand before them. */
  damagedAfter: number[]
  /** Bytes behind the last complete line: what a crash left of a write. */
  tornBytes: number
  length: number
  /** The highest number given away, to an entry of a later version too. */
  lastSeq: number
}

export function readJournal(specDir: string): JournalReading {
  const bytes = readBytes(join(specDir, JOURNAL_FILE))
  const reading = { ...emptyReading(), length: bytes.length }
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    addLine(reading, bytes.toString('utf8', start, end))
    start = end + 1
  }
  reading.tornBytes = bytes.length - start
  return reading
}

export const emptyReading = (): JournalReading => ({
  entries: [],
  damagedAfter: [],
  tornBytes: 0,
  length: 0,
  lastSeq: 0,
})

function readBytes(path: string): Buffer {
  try {
    return readOwnBytes(path)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}

export function addLine(reading: JournalReading, line: string): void {
  if (line.trim() === '') return
  const { lastSeq } = reading
  const parsed = parseLine(line)
  if (parsed.kind === 'foreign') {
    reading.lastSeq = Math.max(lastSeq, parsed.seq)
  } else if (parsed.kind === 'damaged' || parsed.entry.seq <= lastSeq) {
    reading.damagedAfter.push(reading.entries.length)
  } else {
    reading.entries.push(parsed.entry)
    reading.lastSeq = parsed.entry.seq
  }
}

type Line =
  | { kind: 'entry'; entry: JournalEntry }
  | { kind: 'foreign'; seq: number }
  | { kind: 'damaged' }

/** Entries of a later version are skipped; a line that is no entry at all is damage. */
export function parseLine(line: string): Line {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { kind: 'damaged' }
  }
  const parsed = journalEntrySchema.safeParse(value)
  if (parsed.success) return { kind: 'entry', entry: parsed.data }
  const foreign = foreignSchema.safeParse(value)
  const isForeign = foreign.success && !KNOWN_TYPES.has(foreign.data.type)
  return isForeign ? { kind: 'foreign', seq: foreign.data.seq } : { kind: 'damaged' }
}

const KNOWN_TYPES = new Set<string>(
  journalEntrySchema.options.map((option) => option.shape.type.value),
)

const foreignSchema = z.object({ type: z.string(), seq: z.number().int().catch(0) })

/** Without what a crash left of a write. */
const lengthOf = ({ length, tornBytes }: JournalReading): number => length - tornBytes

/** The append side: written at once, synced before the first effect that an entry explains. */
export class JournalWriter {
  readonly #files: DurableFiles
  readonly #path: string
  readonly #specDir: string
  #file: AppendFile | null = null
  #dirty = false
  /** What the file must hold when it is opened: another length is another content. */
  #length: number | undefined

  constructor(files: DurableFiles, specDir: string, reading?: JournalReading) {
    this.#files = files
    this.#specDir = specDir
    this.#path = join(specDir, JOURNAL_FILE)
    this.#length = reading && lengthOf(reading)
  }

  /** Throws `FileReplaced` when the journal is not what was read and written here. */
  append(entries: JournalEntry[]): void {
    this.#file ??= this.#files.openAppend(this.#path, this.#length)
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    this.#file.write(text)
    if (this.#length !== undefined) this.#length += Buffer.byteLength(text)
    this.#dirty = true
  }

  async sync(): Promise<void> {
    if (!this.#dirty || this.#file === null) return
    await this.#file.sync()
    this.#dirty = false
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }

  /** Goes on with what stands there now; gives the highest number in it. */
  takeUp(): number {
    this.close()
    this.#dirty = false
    const reading = readJournal(this.#specDir)
    this.dropTorn(reading)
    this.#length = lengthOf(reading)
    return reading.lastSeq
  }

  /** Without this the next entry would be glued to the torn one and lost with it. */
  dropTorn(reading: JournalReading): void {
    if (reading.tornBytes === 0) return
    const fd = openForWriting(this.#path, constants.O_WRONLY)
    try {
      ftruncateSync(fd, lengthOf(reading))
    } finally {
      closeSync(fd)
    }
  }
}
