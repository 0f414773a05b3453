import type { SpecJson } from '../../contracts/spec-json.ts'
import type { Settings } from '../../host/config/settings.ts'
import type { RunFold } from '../../host/journal/run-fold.ts'
import type { JournalEnd } from '../journal/journal-rows.ts'
import type { ItemRow } from './item-row.ts'

/**
 * An item as this coordinator last left it, so its journal need not be read from the beginning
 * again. What others have done since is always read.
 */
export interface KnownRun {
  row: ItemRow
  /** The row's record, parsed. */
  record: SpecJson
  fold: RunFold
  end: JournalEnd
  settings: Settings
}
