import type { JournalEntry, JournalType } from '../../contracts/journal.ts'

/** What some types of entry change in a state; all others leave it as it is. */
export type EntryFold<S> = {
  readonly [T in JournalType]?: (state: S, entry: Extract<JournalEntry, { type: T }>) => S
}

export function foldEntry<S>(fold: EntryFold<S>, state: S, entry: JournalEntry): S {
  const change = fold[entry.type] as ((state: S, entry: JournalEntry) => S) | undefined
  return change === undefined ? state : change(state, entry)
}
