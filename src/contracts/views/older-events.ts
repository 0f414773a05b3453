import type { Level } from '../journal.ts'

/** What the older tool of the same idea noted about an item; only shown. */
export interface OlderEvent {
  isOlder: true
  /** Empty when it says none. */
  time: string
  level: Level
  type: string
  message: string
  /** Of a record of one of its agents: how far it came with what. */
  agent: { phase: string; status: string } | null
}
