import type { JournalEntry } from '../../contracts/journal.ts'
import { parseLine } from './journal-lines.ts'

const BEGINNING = /^\{"seq":\d+,"time":"([^"]*)","type":"([^"]*)"/

/** Reads backwards from the end up to that time; entries of other types are not parsed. */
export function entriesSince(
  bytes: Buffer,
  since: string,
  types: ReadonlySet<string>,
): JournalEntry[] {
  const entries: JournalEntry[] = []
  let end = bytes.lastIndexOf(10)
  while (end > 0) {
    const start = bytes.lastIndexOf(10, end - 1) + 1
    const line = bytes.toString('utf8', start, end)
    end = start - 1
    const [, time, type] = BEGINNING.exec(line) ?? []
    if (time === undefined || type === undefined) continue
    if (time < since) break
    if (!types.has(type)) continue
    const parsed = parseLine(line)
    if (parsed.kind === 'entry') entries.push(parsed.entry)
  }
  return entries.reverse()
}
