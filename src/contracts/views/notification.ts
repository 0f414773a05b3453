import type { WorkItem } from '../work-item.ts'
import type { Level } from '../journal.ts'

/** Something that any client shows as a toast; the journal keeps the same fact for good. */
export interface Notification {
  item: WorkItem
  level: Level
  kind: string
  message: string
  /** What went wrong, of failures that no entry tells of. */
  detail?: string
  time: string
  seq: number
  /** Somebody has to do something, or at least to know: it is also sent where the person wants. */
  needsPerson: boolean
}
