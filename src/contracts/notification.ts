import type { Level } from './journal.ts'

/** Something that any client shows as a toast; the journal keeps the same fact for good. */
export interface Notification {
  feature: string
  level: Level
  kind: string
  message: string
  time: string
  seq: number
}
