import type { Usage } from '../launch/agent.ts'
import type { AgentId } from '../ids.ts'
import type { AgentPhase, Phase } from '../phases.ts'
import type { RunReason } from '../reasons.ts'

/** What a run waits for that is no one's decision. */
export type Awaited = 'slot' | 'working-tree' | 'base' | 'quota' | 'service' | 'network'

/** What one is about: by its kind. */
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
  /** Of one that is not over: now. */
  to: string
  isOpen: boolean
  outcome: 'done' | 'failed' | 'stopped' | null
  /** What the agent reported, on its last stretch. */
  usage: Usage | null
}

/** Agents, host, waits and people; what lies between a run's end and the next one is none of them. */
export interface TimeTotals {
  agentMs: number
  /** Checks and acts with git. */
  hostMs: number
  waitingMs: number
  personMs: number
  totalMs: number
}

/** Of what is over, and what has been under way since when. */
export interface ItemTime {
  over: TimeTotals
  open: { kind: Segment['kind']; since: string } | null
}

/** What the pictures of one item are drawn from. */
export interface ItemInsights {
  segments: Segment[]
  time: TimeTotals
  /** Findings of each round of review. */
  rounds: { round: number; fixRequired: number; needsDiscussion: number }[]
  /** After each run of the phase that ticks tasks. */
  tasks: { at: string; done: number; total: number }[]
  /** In all, after each agent; null: none has reported it so far. */
  spending: { at: string; costUsd: number | null; tokens: number | null }[]
}
