import type { JournalType, Level, NewEntry } from '../../contracts/journal.ts'

export type EntryOf<T extends JournalType> = Extract<NewEntry, { type: T }>

/** How the page shows the entry as a toast; `none`: it is in the timeline only. */
export type Toast = 'none' | 'news' | 'success'

/**
 * Whether the user has to act (`needed`: also sent as a remote notification), should know, or
 * neither.
 */
export type PersonRole = 'none' | 'informed' | 'needed'

/** A fixed value, or one that depends on what the entry says. */
type Column<T extends JournalType, V> = V | ((entry: EntryOf<T>) => V)

/** Everything about one type of entry, except its words for the page: those are in `web/i18n`. */
export interface EntryKind<T extends JournalType> {
  level: Column<T, Level>
  toast: Column<T, Toast>
  person: PersonRole
  /** The sentence that the event log keeps. Written once, it stays as it is. */
  message: (entry: EntryOf<T>) => string
}

export type EntryKinds<T extends JournalType> = { [K in T]: EntryKind<K> }

/** For intermediate steps: they appear in the timeline only. */
export const QUIET = { level: 'info', toast: 'none', person: 'none' } as const
