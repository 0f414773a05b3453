import type { Usage } from '../launch/agent.ts'
import type { AgentId } from '../ids.ts'
import type { AgentPhase, Phase } from '../phases.ts'
import type { RunReason } from '../reasons.ts'

/** What a run can wait for besides a person's decision. */
export type Awaited = 'slot' | 'working-tree' | 'base' | 'quota' | 'service' | 'network'

/** What a segment is about, by its kind. */
export type SegmentWork =
  | {
      kind: 'agent'
      step: AgentPhase
      agentId: AgentId
      /** Null in journals of an earlier version. */
      agent: string | null
      round: number | null
      attempt: number
      /** Which re-run of impl or fix it belongs to; 0 is the first run. */
      rerun: number
    }
  | { kind: 'check'; name: string; agentId: AgentId; attempt: number }
  | { kind: 'git'; act: string; agentId: AgentId; attempt: number }
  | { kind: 'waiting'; for: Awaited }
  | { kind: 'person'; why: RunReason | 'question' }

/** One stretch of an item's time; no two of an item overlap. */
export type Segment = SegmentWork & {
  phase: Phase | null
  from: string
  /** Now, for a segment that is not over. */
  to: string
  isOpen: boolean
  outcome: 'done' | 'failed' | 'stopped' | null
  /** What the agent reported; only on its last segment. */
  usage: Usage | null
}

/** Time of agents, host, waits and people; the time between two runs belongs to none of them. */
export interface TimeTotals {
  agentMs: number
  /** Checks and git acts. */
  hostMs: number
  waitingMs: number
  personMs: number
  totalMs: number
}

/** The totals of what is over, and what is still under way since when. */
export interface ItemTime {
  over: TimeTotals
  open: { kind: Segment['kind']; since: string } | null
}

/** The data behind the charts of one item. */
export interface ItemInsights {
  segments: Segment[]
  time: TimeTotals
  /** Findings of each round of review. */
  rounds: { round: number; fixRequired: number; needsDiscussion: number }[]
  /** After each run of the phase that ticks tasks. */
  tasks: { at: string; done: number; total: number }[]
  /** Running totals after each agent; null: none has reported it so far. */
  spending: { at: string; costUsd: number | null; tokens: number | null }[]
}
