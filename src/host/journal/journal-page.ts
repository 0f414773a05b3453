import type { JournalEntry } from '../../contracts/journal.ts'
import { parseLine } from './journal-lines.ts'

export interface JournalPage {
  entries: JournalEntry[]
  hasMore: boolean
}

/** Newest first; lines that cannot be read are left out. */
export function journalPage(
  bytes: Buffer,
  { before, limit }: { before: number | null; limit: number },
): JournalPage {
  const entries: JournalEntry[] = []
  let end = bytes.lastIndexOf(10)
  while (end > 0) {
    const start = bytes.lastIndexOf(10, end - 1) + 1
    const entry = entryIn(bytes.toString('utf8', start, end), before)
    if (entry !== null && entries.length === limit) return { entries, hasMore: true }
    if (entry !== null) entries.push(entry)
    end = start - 1
  }
  return { entries, hasMore: false }
}

const SEQ = /^\{"seq":(\d+),/

function entryIn(line: string, before: number | null): JournalEntry | null {
  // The number is at the start of the line, so skipped entries need no parsing.
  const seq = SEQ.exec(line)?.[1]
  if (before !== null && seq !== undefined && Number(seq) >= before) return null
  const parsed = parseLine(line)
  if (parsed.kind !== 'entry') return null
  return before === null || parsed.entry.seq < before ? parsed.entry : null
}
