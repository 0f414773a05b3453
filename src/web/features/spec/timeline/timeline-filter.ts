import type { JournalEntry } from '../../../../contracts/journal.ts'
import type { OlderEvent } from '../../../../contracts/views/older-events.ts'

/** Events of the older tool get negative numbers, so that they come after all others. */
type OlderEntry = OlderEvent & { seq: number }
export type ShownEntry = JournalEntry | OlderEntry

export const isOlder = (entry: ShownEntry): entry is OlderEntry => 'isOlder' in entry

export const withOlder = (
  entries: readonly JournalEntry[],
  older: readonly OlderEvent[] = [],
): ShownEntry[] => [...entries, ...older.map((event, at) => ({ ...event, seq: -1 - at }))]

export type LevelFilter = 'all' | 'warnings' | 'errors'

export interface EntryLine {
  entry: ShownEntry
  words: string
}

interface EntryFilter {
  level: LevelFilter
  query: string
  wordsOf(entry: ShownEntry): string
}

export function fittingEntries(entries: readonly ShownEntry[], wanted: EntryFilter): EntryLine[] {
  const { level, query, wordsOf } = wanted
  const sought = query.trim().toLowerCase()
  const lines = entries
    .filter((entry) => level === 'all' || isAtLeast(entry, level))
    .map((entry) => ({ entry, words: wordsOf(entry) }))
  if (sought === '') return lines
  return lines.filter(({ entry, words }) =>
    `${words} ${entry.type} ${entry.message}`.toLowerCase().includes(sought),
  )
}

const isAtLeast = ({ level }: ShownEntry, wanted: 'warnings' | 'errors'): boolean =>
  level === 'error' || (wanted === 'warnings' && level === 'warning')
