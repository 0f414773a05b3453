import type { JournalEntry } from '../../contracts/journal.ts'

/**
 * The entries since the user last started a run, including what that start itself changed; all
 * entries if no run was ever started.
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
