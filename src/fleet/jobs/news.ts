import type { RunId } from '../../contracts/ids.ts'

/** What an item is to hear, kept until it has: by any coordinator, once. */
export type News =
  | { type: 'granted'; line: string }
  | { type: 'timed-out'; agentId: string; afterMs: number }
  | { type: 'wait-over'; runId: RunId }

export interface NewsJob {
  item: number
  news: News
}

export interface StepJob {
  item: number
  agentId: string
}
