import type { JournalEntry } from '../../contracts/journal.ts'

/**
 * What was journalled since the user last started the run, with what that start itself changed; all
 * of it where none was ever started.
 */
export function sessionOf(entries: readonly JournalEntry[]): JournalEntry[] {
  const begun = entries.findLastIndex(
    ({ type }) => type === 'run.started' || type === 'run.resumed',
  )
  const time = entries[begun]?.time
  if (time === undefined) return [...entries]
  let first = begun
  for (; first > 0; first--) {
    const before = entries[first - 1]
    if (before?.time !== time || before.type.startsWith('run.')) break
  }
  return entries.slice(first)
}
