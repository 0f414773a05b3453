import type { JournalEntry } from '../../../../contracts/journal.ts'

export type LevelFilter = 'all' | 'warnings' | 'errors'

export interface EntryLine {
  entry: JournalEntry
  words: string
}

interface EntryFilter {
  level: LevelFilter
  query: string
  wordsOf(entry: JournalEntry): string
}

export function fittingEntries(entries: readonly JournalEntry[], wanted: EntryFilter): EntryLine[] {
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

const isAtLeast = ({ level }: JournalEntry, wanted: 'warnings' | 'errors'): boolean =>
  level === 'error' || (wanted === 'warnings' && level === 'warning')
