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
  /** The journal's version when it was decided. */
  version: number
}

type HostRequest<W extends HostWork> = HostLaunch & { work: W }

/** What is to be run: an agent, a command of the user's, or an act of the host in git. */
export type StepRequest = Requested &
  (
    | { kind: 'agent'; launch: Launch }
    | { kind: 'check'; launch: HostRequest<CheckWork> }
    | { kind: 'git'; launch: HostRequest<GitWork> }
  )

export type StepRequestOf<K extends StepRequest['kind']> = Extract<StepRequest, { kind: K }>

export interface StepEnd {
  outcome: AgentOutcome
  /** Null when no one knows. */
  ranMs: number | null
  /** What a git act brought about. */
  result?: GitResult
}

/** What a host finds of a step that an earlier one started. */
export type StepFound =
  | { kind: 'running'; agent: string }
  | ({ kind: 'ended' } & StepEnd)
  | ({ kind: 'lost' } & StepEnd)
  /** And never will be: its start is fenced. */
  | { kind: 'never-started' }

export interface StepChange {
  key: LaunchKey
  item: WorkItem
  status: AgentStatus
  /** Null as long as it works. */
  end: StepEnd | null
  /** What it waits for the user to answer. */
  question: AgentQuestion | null
  /** As screens show it. */
  info: AgentInfo | null
}

interface OutputChunk {
  offset: number
  bytes: Uint8Array
  /** Nothing will follow. */
  isLast: boolean
}

/** A step's output from any place on, at the pace of its reader: nothing lost, nothing twice. */
export interface StepOutput {
  read(maxBytes?: number): Promise<OutputChunk>
  /** Settles when there is more, or the end, or the signal fires. */
  more(signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * Runs steps, here or elsewhere. A key names one attempt of one step: it is started once, by
 * the first one, and whatever comes late under another key moves nothing.
 */
export interface StepRunner {
  /** May come ahead of the start, which then has less to do and says whatever went wrong. */
  prepare(step: StepRequest): void
  start(step: StepRequest): Promise<void> | void
  /**
   * Resolves when nothing of it lives, no matter which host started it; with its end if that came before
   * anyone here watched it. A step of another item is left alone.
   */
  stop(key: LaunchKey, item: WorkItem): Promise<StepEnd | null>
  /** Stops whatever works on the item, also what its journal does not name. */
  stopAll(item: WorkItem): Promise<void>
  /** For steps of an earlier host. The end of one that runs is reported like any other. */
  adopt(key: LaunchKey): Promise<StepFound>
  /** A question that is gone by now is answered by its own timeout. */
  answer(key: LaunchKey, questionId: string, answer: PermissionAnswer): Promise<void> | void
  /** Null when there is none. */
  output(key: Pick<LaunchKey, 'agentId'>, offset: number): StepOutput | null
  isWorkingOn(item: WorkItem): boolean
  /** Every change once, in order; returns what ends it. */
  onChange(listener: (change: StepChange) => void): () => void
}
