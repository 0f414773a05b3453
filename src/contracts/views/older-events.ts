import type { Level } from '../journal.ts'

/** An event that the older tool logged about an item; only displayed. */
export interface OlderEvent {
  isOlder: true
  /** Empty when the event has none. */
  time: string
  level: Level
  type: string
  message: string
  /** Set for a record of one of its agents: its phase, and how far it got. */
  agent: { phase: string; status: string } | null
}
