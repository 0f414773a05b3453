import type {
  AgentInfo,
  AgentOutcome,
  AgentQuestion,
  AgentStatus,
  LaunchKey,
  PermissionAnswer,
} from '../../contracts/launch/agent.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { CheckWork, GitResult, GitWork, HostWork } from '../../contracts/host-steps.ts'
import type { HostLaunch, Launch } from '../../core/decide/effects.ts'

interface Requested {
  item: WorkItem
  /** The journal version at which the step was decided. */
  version: number
}

type HostRequest<W extends HostWork> = HostLaunch & { work: W }

/** What to run: an agent, a command of the user, or a git act of the host. */
export type StepRequest = Requested &
  (
    | { kind: 'agent'; launch: Launch }
    | { kind: 'check'; launch: HostRequest<CheckWork> }
    | { kind: 'git'; launch: HostRequest<GitWork> }
  )

export type StepRequestOf<K extends StepRequest['kind']> = Extract<StepRequest, { kind: K }>

export interface StepEnd {
  outcome: AgentOutcome
  /** Null when unknown. */
  ranMs: number | null
  /** The result of a git act. */
  result?: GitResult
}

/** The state of a step that an earlier host started. */
export type StepFound =
  | { kind: 'running'; agent: string }
  | ({ kind: 'ended' } & StepEnd)
  | ({ kind: 'lost' } & StepEnd)
  /** It never will be either: its start is fenced. */
  | { kind: 'never-started' }

export interface StepChange {
  key: LaunchKey
  item: WorkItem
  status: AgentStatus
  /** Null while the step is running. */
  end: StepEnd | null
  /** The question that it waits for the user to answer. */
  question: AgentQuestion | null
  /** The agent as clients show it. */
  info: AgentInfo | null
}

interface OutputChunk {
  offset: number
  bytes: Uint8Array
  /** No more output will follow. */
  isLast: boolean
}

/** A step's output from any offset, at the reader's pace, without loss or duplicates. */
export interface StepOutput {
  read(maxBytes?: number): Promise<OutputChunk>
  /** Settles when there is more output, at its end, or when the signal fires. */
  more(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * Runs steps, here or elsewhere. A key identifies one attempt of one step: it is started once, and
 * late news under another key has no effect.
 */
export interface StepRunner {
  /** Optional preparation: `start` then has less to do, and reports what went wrong here. */
  prepare(step: StepRequest): void
  start(step: StepRequest): Promise<void> | void
  /**
   * Resolves once nothing of it is alive, whichever host started it; with its end if it ended
   * before anyone here watched it. A step of another item is left alone.
   */
  stop(key: LaunchKey, item: WorkItem): Promise<StepEnd | null>
  /** Stops every step of the item, even those that its journal does not name. */
  stopAll(item: WorkItem): Promise<void>
  /** For steps of an earlier host. If the step is still running, its end is reported as usual. */
  adopt(key: LaunchKey): Promise<StepFound>
  /** Has no effect on a question that is gone: its own timeout has answered it. */
  answer(key: LaunchKey, questionId: string, answer: PermissionAnswer): Promise<void> | void
  /** Null when there is none. */
  output(key: Pick<LaunchKey, 'agentId'>, offset: number): StepOutput | null
  isWorkingOn(item: WorkItem): boolean
  /** Reports every change once, in order; returns a function that ends it. */
  onChange(listener: (change: StepChange) => void): () => void
}
