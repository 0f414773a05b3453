import type { RunId } from '../../contracts/ids.ts'

/** Something an item has to hear; kept until one coordinator has handled it, exactly once. */
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
