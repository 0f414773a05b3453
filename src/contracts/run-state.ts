import type { AgentId, RunId, StepId } from './ids.ts'
import type { Fingerprint, ReplyMode } from './journal.ts'
import type { AgentPhase, Phase } from './phases.ts'
import type { RunReason, RunStatus } from './reasons.ts'

/** One launch of one agent. `attempt` grows only when the same step is launched again. */
export interface Step {
  stepId: StepId
  attempt: number
  agentId: AgentId
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
  /** Files as they were before the launch: what is unchanged was not written by this step. */
  before: Record<string, Fingerprint>
  resumeSessionId: string | null
  stage: 'launching' | 'running' | 'ended' | 'failed' | 'lost' | 'settled'
  sessionId: string | null
  /** A person stopped it: the next launch of the same work may resume its session. */
  interrupted: boolean
}

type Conclusion =
  | { kind: 'round'; round: number; fixRequired: number; needsDiscussion: number }
  | { kind: 'inspection-nogo' }
  | { kind: 'impl-limit'; done: number; total: number }

/** What the journal says about a spec: folding its entries gives exactly this. */
export interface AutoExecutionState {
  feature: string
  status: RunStatus
  reason: RunReason | null
  detail: string
  phase: Phase | null
  runId: RunId | null
  mode: 'auto' | 'manual'
  replyMode: ReplyMode
  /** The agent a person chose for this run; null means the configuration decides. */
  agent: string | null
  waitingFor: 'working-tree' | null
  trackedAgentIds: AgentId[]
  step: Step | null
  steps: number
  executedPhases: Phase[]
  agents: number
  implReruns: number
  /** Completed rounds when a document was last generated: the limit of rounds counts from there. */
  roundsBase: number
  /** The last round that may still be started without a person. */
  roundLimit: number
  /** The round whose review is written and whose reply is not. */
  openRound: { round: number; reviewCompletedAt: string } | null
  /** What the last step found and the run has yet to act on: a crash in between loses nothing. */
  conclusion: Conclusion | null
  /** Phases that must run again whatever the files say (retry, reject, an interrupted agent). */
  redo: Phase[]
  rejections: Partial<Record<Phase, { reason: string; fingerprint: Fingerprint }>>
  recoveries: number
  doneAtRecovery: number
  lastSeq: number
}

/** How a run ended, for scripts. */
export interface RunResult {
  status: 'completed' | 'paused' | 'error'
  reason: RunReason
  phase: Phase | null
  executedPhases: Phase[]
  agents: number
}
