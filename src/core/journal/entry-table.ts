import type { JournalType, Level, NewEntry } from '../../contracts/journal.ts'
import { AGENT_ENTRIES } from './agent-entries.ts'
import { DOCUMENT_ENTRIES } from './document-entries.ts'
import type { EntryKind, EntryKinds, PersonRole, Toast } from './entry-kind.ts'
import { HOST_ENTRIES } from './host-entries.ts'
import { RUN_ENTRIES } from './run-entries.ts'

/** One row for every type of entry: a type without one does not compile. */
const ENTRY_TABLE: EntryKinds<JournalType> = {
  ...RUN_ENTRIES,
  ...AGENT_ENTRIES,
  ...DOCUMENT_ENTRIES,
  ...HOST_ENTRIES,
}

/** What an entry is stamped with when it is journalled. */
export function stampOf(entry: NewEntry): { level: Level; message: string } {
  const { level, message } = rowOf(entry.type)
  return { level: typeof level === 'function' ? level(entry) : level, message: message(entry) }
}

/** The level from the table: an earlier version may have stamped the entry with another one. */
export function levelOf(entry: NewEntry & { level: Level }): Level {
  if (!isKnownType(entry.type)) return entry.level
  const { level } = rowOf(entry.type)
  return typeof level === 'function' ? level(entry) : level
}

export function toastOf(entry: NewEntry): Toast {
  if (!isKnownType(entry.type)) return 'none'
  const { toast } = rowOf(entry.type)
  return typeof toast === 'function' ? toast(entry) : toast
}

export const personRoleOf = (type: JournalType): PersonRole =>
  isKnownType(type) ? rowOf(type).person : 'none'

/** A newer host may journal types that this page does not know. */
const isKnownType = (type: string): boolean => Object.hasOwn(ENTRY_TABLE, type)

/**
 * The row of an entry accepts that entry: the compiler loses track of this once the type is a
 * variable.
 */
const rowOf = (type: JournalType) => ENTRY_TABLE[type] as unknown as EntryKind<JournalType>
