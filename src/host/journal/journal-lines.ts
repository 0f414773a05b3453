import { join } from 'node:path'
import { z } from 'zod'
import { journalEntrySchema, seqSchema, type JournalEntry } from '../../contracts/journal.ts'
import { isMissing } from '../files/errno.ts'
import { readOwnBytes } from '../files/own-files.ts'

export const JOURNAL_FILE = 'event-log.jsonl'
/** Many times the longest known one; anything larger would only fill the memory. */
export const MAX_JOURNAL_MB = 256

interface JournalReading {
  entries: JournalEntry[]
  /** For each unreadable line, how many good entries precede it. */
  damagedAfter: number[]
  /** Bytes after the last complete line, left by a crash during a write. */
  tornBytes: number
  /** The highest number used, including entries of a newer version. */
  lastSeq: number
}

/** Reads the whole journal at once, for callers that keep none open. */
export function readJournal(specDir: string): JournalReading {
  const bytes = readJournalBytes(join(specDir, JOURNAL_FILE))
  const reading: JournalReading = { entries: [], damagedAfter: [], tornBytes: 0, lastSeq: 0 }
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    addLine(reading, bytes.toString('utf8', start, end))
    start = end + 1
  }
  reading.tornBytes = bytes.length - start
  return reading
}

export function readJournalBytes(path: string): Buffer {
  try {
    return readOwnBytes(path, { limitMb: MAX_JOURNAL_MB })
  } catch (error) {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  }
}

function addLine(reading: JournalReading, line: string): void {
  if (line.trim() === '') return
  const { lastSeq } = reading
  const parsed = parseLine(line)
  if (parsed.kind === 'newer') {
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
  | { kind: 'newer'; seq: number }
  | { kind: 'damaged' }

/** A type that this version does not know is newer; a line that is no entry at all is damaged. */
export function parseLine(line: string): Line {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { kind: 'damaged' }
  }
  const parsed = journalEntrySchema.safeParse(value)
  if (parsed.success) return { kind: 'entry', entry: parsed.data }
  const newer = newerSchema.safeParse(value)
  const isNewer = newer.success && !KNOWN_TYPES.has(newer.data.type)
  return isNewer ? { kind: 'newer', seq: newer.data.seq } : { kind: 'damaged' }
}

const KNOWN_TYPES = new Set<string>(
  journalEntrySchema.options.map((option) => option.shape.type.value),
)

const newerSchema = z.object({ type: z.string(), seq: seqSchema.catch(0) })

const SEQ = /^\{"seq":(\d+),/

/** Checks the number at the start of each line, so that earlier entries are not parsed. */
export function entriesAfter(bytes: Buffer, after: number): JournalEntry[] {
  const entries: JournalEntry[] = []
  let start = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    const line = bytes.toString('utf8', start, end)
    start = end + 1
    const seq = SEQ.exec(line)?.[1]
    if (seq !== undefined && Number(seq) <= Math.max(after, entries.at(-1)?.seq ?? 0)) continue
    const parsed = parseLine(line)
    if (parsed.kind === 'entry' && parsed.entry.seq > after) entries.push(parsed.entry)
  }
  return entries
}

/** The number of the last entry; null if there is none. */
export function lastSeqIn(bytes: Buffer): number | null {
  for (let end = bytes.lastIndexOf(10); end > 0;) {
    const start = bytes.lastIndexOf(10, end - 1) + 1
    const parsed = parseLine(bytes.toString('utf8', start, end))
    if (parsed.kind === 'entry') return parsed.entry.seq
    if (parsed.kind === 'newer') return parsed.seq
    end = start - 1
  }
  return null
}
