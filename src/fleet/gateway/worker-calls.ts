import type { AgentId } from '../../contracts/ids.ts'
import type { AgentInfo, AgentQuestion, PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import type { WorkerSelf } from '../served/workers.ts'

/** Refs besides its branch that an item's next act needs, each with its commit if it has one. */
export const OWN_REFS = ['work', 'ready', 'conflict'] as const
export type OwnRefs = Partial<Record<(typeof OWN_REFS)[number], string>>

/** How much of what a worker refuses is named. */
export const MAX_NAMED = 20
export const MAX_NAME = 300

/** Everything a worker needs for one attempt, and nothing about any other item. */
export interface GivenStep {
  request: StepRequest
  repository: string
  base: string
  /** The commit that it begins with; null when its branch does not exist yet. */
  head: string | null
  /** The item's own refs as its last step left them; null when an earlier version did not say. */
  refs: OwnRefs | null
  /** spec.json or bug.json, with people's decisions. */
  record: string
  /** comments.json: what people say about lines. */
  comments: string
  /** The project's settings. */
  settings: string
  /** The end of each failed check's output, by its log. */
  outputs: Record<string, string>
  /** How long the worker waited for it. */
  waitedMs: number
}

export interface ClaimAsked {
  /** Identifies this request; repeating it gives the same step. */
  claim: string
  /** A repetition: the first answer may have been lost. */
  isAgain: boolean
  /** How long it may be kept waiting for a step. */
  waitMs: number
}

export interface EndedStep {
  end: StepEnd
  head: string | null
  /** The item's own refs as they were pushed; null when nothing was pushed. */
  refs: OwnRefs | null
  /** The end says nothing about the work, which is begun again. */
  isLost: boolean
  /** What the user of its computer has to decide on first; the step was not started. */
  refused?: string[]
  /** Set when it wants the next step at once. */
  claim: string | null
}

/** A part of a step's output; the same number always has the same bytes. */
export interface OutputPart {
  number: number
  begins: number
  bytes: Uint8Array
}

/** What a worker is told without having asked. */
export type ToldWorker =
  | { type: 'stop'; agentId: string }
  | { type: 'answer'; agentId: string; questionId: string; answer: PermissionAnswer }

/** What a worker asks and reports, over any connection to a coordinator. */
export interface WorkerCalls {
  /** The next step of one of its pools; null when none came in time. */
  claim(asked?: ClaimAsked): Promise<GivenStep | null>
  /** It no longer wants what it asked for under that claim, which is then answered at once. */
  left(claim: string): Promise<void>
  /** Renews its leases; returns the attempts that are no longer its own. */
  touch(agentIds: readonly string[]): Promise<string[]>
  /** Rejects when the attempt is no longer its own. */
  assertCurrent(agentId: AgentId): Promise<void>
  /** What it is, and what it found on its computer. */
  introduced(self: WorkerSelf): Promise<void>
  /** How an agent is doing, for screens. */
  reported(agentId: AgentId, info: AgentInfo): Promise<void>
  started(agentId: AgentId): Promise<void>
  asked(agentId: AgentId, question: AgentQuestion): Promise<void>
  output(agentId: AgentId, part: OutputPart): Promise<void>
  /** Returns the next step, if one was asked for and is waiting. */
  ended(agentId: AgentId, ended: EndedStep): Promise<GivenStep | null>
  onTold(listener: (told: ToldWorker) => void): () => void
}

/** The worker was revoked. */
export class NotAdmitted extends Error {}

/** No coordinator of this version accepts it: saying it again does not help. */
export class NotUnderstood extends Error {
  constructor() {
    super('what it reported was not understood')
  }
}

/** The attempt no longer belongs to this worker: nothing it reports has any effect. */
export class NotCurrent extends Error {
  constructor(agentId: string) {
    super(`${agentId} is not an attempt of this worker`)
  }
}
