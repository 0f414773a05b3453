import type { WorkItem } from '../work-item.ts'
import type { Level } from '../journal.ts'

/** Something that any client shows as a toast; the journal keeps the same fact for good. */
export interface Notification {
  item: WorkItem
  level: Level
  kind: string
  message: string
  /** What went wrong, for failures that no entry reports. */
  detail?: string
  time: string
  seq: number
  /** It needs attention: it is also sent by the configured command and webhook. */
  needsPerson: boolean
}
