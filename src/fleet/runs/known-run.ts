import type { SpecJson } from '../../contracts/spec-json.ts'
import type { Settings } from '../../host/config/settings.ts'
import type { RunFold } from '../../host/journal/run-fold.ts'
import type { JournalEnd } from '../journal/journal-rows.ts'
import type { ItemRow } from './item-row.ts'

/**
 * Where an item stood when this coordinator last decided about it: its journal need not be read from
 * the beginning again. What others did since is read anyway.
 */
export interface KnownRun {
  row: ItemRow
  /** What the row has as text. */
  record: SpecJson
  fold: RunFold
  end: JournalEnd
  settings: Settings
}
