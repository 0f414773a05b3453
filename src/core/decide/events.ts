import type { Finding } from '../../contracts/asked/findings.ts'
import type { AgentOutcome, LaunchKey, Usage } from '../../contracts/launch/agent.ts'
import type { AgentId, RunId } from '../../contracts/ids.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { ErrorReason } from '../../contracts/reasons.ts'
import type { GitResult } from '../../contracts/host-steps.ts'
import type { AutoExecutionState, HostStep, Question } from '../../contracts/run-state.ts'
import type { Command } from '../../contracts/commands.ts'
import type { Facts } from './facts.ts'

type TreeHolder = NonNullable<AutoExecutionState['waitingBehind']>

interface FromHost {
  at: string
}

/** What stood out when a host opened the journal. */
export interface JournalOpening {
  tornBytes: number
  /** The highest seq this checkout knows of, when the journal ends before it. */
  rewoundFrom: number | null
  /** A line of the current run cannot be read. */
  damaged: boolean
  /** This checkout started the run itself. */
  known: boolean
  /** Someone else has changed it while agents worked; `put-back`: what this computer wrote is back. */
  changed: 'put-back' | 'added' | null
}

/** A launch failure is known by its code: the words are for people only. */
export interface EffectFailure {
  reason: ErrorReason
  detail: string
  rejection: Rejection
}

export interface HostEnd {
  key: LaunchKey
  outcome: AgentOutcome
  ranMs: number | null
  result: GitResult | null
  /** Its end is journalled already: it was stopped at its time limit. */
  settled?: HostStep
  /** It was not started: the user of the computer that it was given to has to decide first. */
  refusal?: Finding
}

export type Happening = FromHost &
  (
    | { type: 'slot.granted'; runId: RunId }
    | { type: 'tree.granted'; runId: RunId }
    /** Another spec has the working tree: it will be granted later. */
    | { type: 'tree.awaited'; runId: RunId; phase: Phase; behind: TreeHolder | null }
    | { type: 'agent.started'; key: LaunchKey; agent: string }
    | {
        type: 'agent.ended'
        key: LaunchKey
        outcome: AgentOutcome
        ranMs: number | null
        refusal?: Finding
      }
    | { type: 'agent.lost'; key: LaunchKey; outcome: AgentOutcome; ranMs: number | null }
    /** The end of a host step; `result` is the outcome of a git act. */
    | ({ type: 'host-step.ended' | 'host-step.lost' } & HostEnd)
    | { type: 'base.granted'; runId: RunId; base: string }
    | { type: 'agent.asked'; key: LaunchKey; question: Question; until: string | null }
    /** It was stopped, and its step is launched again with an instruction. */
    | { type: 'agent.recalled'; key: LaunchKey }
    | { type: 'agent.hung'; key: LaunchKey }
    /** It prints again, or no longer waits for an answer. */
    | { type: 'agent.unhung'; key: LaunchKey }
    | { type: 'wait.over'; runId: RunId }
    | { type: 'step.timed-out'; key: LaunchKey; afterMs: number }
    | { type: 'effect.failed'; runId: RunId | null; failure: EffectFailure }
    /** The answer to a question about the item, outside of any run. */
    | {
        type: 'ask.ended'
        agentId: AgentId
        agent: string
        usage: Usage | null
        ranMs: number | null
      }
    | { type: 'files.changed' }
    | { type: 'journal.opened'; opening: JournalOpening }
    /** Someone else deleted or changed the event log of a spec that this host has open. */
    | { type: 'journal.lost'; known: number; found: number; isPutBack: boolean }
  )

/** Events that need the disk: the host reads it and sends them back inside `facts.read`. */
export type Cause = Command | Happening

export type DecideEvent =
  | Command
  | Happening
  | { type: 'facts.read'; at: string; cause: Cause; facts: Facts }
  | { type: 'facts.failed'; at: string; cause: Cause; failure: EffectFailure }
