import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { journalEntrySchema, type JournalEntry } from '../../contracts/journal.ts'
import { isMissing } from './errno.ts'
import type { AppendFile, DurableFiles } from './durable-files.ts'

export const JOURNAL_FILE = 'event-log.jsonl'

export interface JournalReading {
  entries: JournalEntry[]
  /** Lines that cannot be read, by how many good entries stand before them. */
  damagedAfter: number[]
  /** Bytes behind the last complete line: what a crash left of a write. */
  tornBytes: number
  length: number
}

export function readJournal(specDir: string): JournalReading {
  const bytes = readBytes(join(specDir, JOURNAL_FILE))
  const reading: JournalReading = {
    entries: [],
    damagedAfter: [],
    tornBytes: 0,
    length: bytes.length,
  }
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    addLine(reading, bytes.toString('utf8', start, end))
    start = end + 1
  }
  reading.tornBytes = bytes.length - start
  return reading
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}

function addLine(reading: JournalReading, line: string): void {
  if (line.trim() === '') return
  const entry = parseEntry(line)
  if (entry === 'unknown') return
  const last = reading.entries.at(-1)?.seq ?? 0
  if (entry === null || entry.seq <= last) reading.damagedAfter.push(reading.entries.length)
  else reading.entries.push(entry)
}

/** Entries of a later version are skipped; a line that is no entry at all is damage. */
function parseEntry(line: string): JournalEntry | 'unknown' | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  const parsed = journalEntrySchema.safeParse(value)
  if (parsed.success) return parsed.data
  return isForeignType(value) ? 'unknown' : null
}

const KNOWN_TYPES = new Set<string>(
  journalEntrySchema.options.map((option) => option.shape.type.value),
)

function isForeignType(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return typeof value.type === 'string' && !KNOWN_TYPES.has(value.type)
}

/** The append side: written at once, synced before the first effect that an entry explains. */
export class JournalWriter {
  readonly #files: DurableFiles
  readonly #path: string
  #file: AppendFile | null = null
  #dirty = false

  constructor(files: DurableFiles, specDir: string) {
    this.#files = files
    this.#path = join(specDir, JOURNAL_FILE)
  }

  append(entries: JournalEntry[]): void {
    this.#file ??= this.#files.openAppend(this.#path)
    this.#file.write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
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

  /** Without this the next entry would be glued to the torn one and lost with it. */
  dropTorn(reading: JournalReading): void {
    if (reading.tornBytes > 0) truncateSync(this.#path, reading.length - reading.tornBytes)
  }
}
