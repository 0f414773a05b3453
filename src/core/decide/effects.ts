import type { LaunchKey, PermissionAnswer, PermissionMode } from '../../contracts/launch/agent.ts'
import type { CommandId, RunId, StepId } from '../../contracts/ids.ts'
import type { AnsweredCommand, JournalEntry, Level, ReplyMode } from '../../contracts/journal.ts'
import type { AgentPhase, Phase } from '../../contracts/phases.ts'
import type { Decision } from '../../contracts/asked/questions.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { SpecAgents } from '../../contracts/spec-json.ts'
import type { HostWork, Workspace } from '../../contracts/host-steps.ts'
import type { Rerun } from '../prompts/prompt-values.ts'
import type { Cause } from './events.ts'
import type { FactsQuery } from './facts.ts'

export interface Launch {
  key: LaunchKey
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
  agent: string
  /** What the spec itself says about agents: which model fits depends on it. */
  specAgents: SpecAgents
  /** What is left of the budget; null when there is no limit. */
  budgetUsd: number | null
  /** Chosen for this run only; null: as configured. */
  permission: PermissionMode | null
  allowTools: string[]
  resumeSessionId: string | null
  rejection: string | null
  instructions: string[]
  /** What people decided on issues, oldest first. */
  decisions: Decision[]
  /** What the host found in the documents and the agent has to deal with. */
  findings: string[]
  /** The resumed session knows the rest: the prompt only has what is new. */
  isReminder: boolean
  /** It asked instead of working: it is reminded that no one can answer. */
  isNudge: boolean
  /** Null for the first agent that does this work. */
  rerun: Rerun | null
  description: string
  language: string
  workspace: Workspace
  /** What git could not merge, and where; null for other steps. */
  conflict: { files: string[]; path: string } | null
  /** Checks that fail on the current code; `log` names the launch whose output to read. */
  failedChecks: FailedCheck[]
  /** The checks that the host will run when the agent has ended. */
  checks: { name: string; command: string[] }[]
}

export interface FailedCheck {
  name: string
  exitCode: number | null
  isTimeout: boolean
  log: string
}

/** Work that the host does itself. */
export interface HostLaunch {
  key: LaunchKey
  phase: Phase
  work: HostWork
  /** The agent's step that it follows. */
  after: StepId | null
  workspace: Workspace
  /** The scratch worktree in which a deploy is prepared; null when there is none yet. */
  scratch: string | null
}

export type ReplyValue = AnsweredCommand['answer']

/**
 * Carried out in order. When one fails, the rest is dropped and the failure comes back as an event;
 * if the run has ended by then, the rest is carried out anyway.
 */
export type Effect =
  | { type: 'append'; entries: JournalEntry[] }
  | { type: 'write-spec'; entries: JournalEntry[] }
  | { type: 'read-facts'; cause: Cause; wanted: FactsQuery }
  | { type: 'launch'; launch: Launch }
  | { type: 'run-host-step'; launch: HostLaunch }
  | { type: 'adopt'; key: LaunchKey }
  | { type: 'stop-agent'; key: LaunchKey }
  | { type: 'arm-timer'; key: LaunchKey; phase: AgentPhase }
  | { type: 'arm-timer'; key: LaunchKey; afterMs: number }
  | { type: 'cancel-timer'; key: LaunchKey }
  /** Time spent waiting for the user does not count against the agent. */
  | { type: 'hold-timer'; key: LaunchKey }
  | { type: 'continue-timer'; key: LaunchKey }
  /** Comes back as `wait.over`; a release cancels it. */
  | { type: 'arm-wait'; runId: RunId; until: string }
  | { type: 'answer-agent'; key: LaunchKey; questionId: string; answer: PermissionAnswer }
  | { type: 'acquire-slot'; runId: RunId; atOnce: boolean }
  | { type: 'acquire-tree'; runId: RunId; phase: Phase; atOnce: boolean }
  /** Gets in line for a base branch: only one run at a time deploys to it. */
  | { type: 'acquire-base'; runId: RunId; base: string; atOnce: boolean }
  | { type: 'release'; runId: RunId }
  | {
      type: 'notify'
      level: Level
      kind: string
      message: string
      seq: number
      needsPerson: boolean
    }
  | { type: 'settle'; runId: RunId; result: RunResult }
  | { type: 'reply'; commandId: CommandId; result: Result<ReplyValue, Rejection> }
