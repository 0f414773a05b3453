import type { AgentId } from '../../contracts/ids.ts'
import type { AgentInfo, AgentQuestion, PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import type { WorkerSelf } from '../served/workers.ts'

/** Everything a worker needs for one attempt, and nothing of any other item. */
export interface GivenStep {
  request: StepRequest
  repository: string
  base: string
  /** The commit that it begins with; null when its branch is not there yet. */
  head: string | null
  /** spec.json or bug.json as people have decided. */
  record: string
  /** comments.json: what people say about lines. */
  comments: string
  /** The project's settings. */
  settings: string
  /** How the output of each check that failed ends, by its log. */
  outputs: Record<string, string>
  /** So long after it was asked for it was given. */
  waitedMs: number
}

export interface ClaimAsked {
  /** Of this one request for a step; asked again with the same, the same step is given. */
  claim: string
  /** The answer may have been lost. */
  isAgain: boolean
  /** How long it may be kept waiting for one. */
  waitMs: number
}

export interface EndedStep {
  end: StepEnd
  head: string | null
  /** It says nothing about the work, which is begun again. */
  isLost: boolean
  /** When it wants the next one at once. */
  claim: string | null
}

/** A part of a step's output; the same number always has the same bytes. */
export interface OutputPart {
  number: number
  begins: number
  bytes: Uint8Array
}

/** What a worker hears without having asked. */
export type ToldWorker =
  | { type: 'stop'; agentId: string }
  | { type: 'answer'; agentId: string; questionId: string; answer: PermissionAnswer }

/** What a worker asks and reports; over whatever connects it with a coordinator. */
export interface WorkerCalls {
  /** The next step of one of its pools; null when none came in time. */
  claim(asked?: ClaimAsked): Promise<GivenStep | null>
  /** What it asked for under that claim is wanted no more: it is answered at once. */
  left(claim: string): Promise<void>
  /** Keeps its leases; gives the attempts that are not its any more. */
  touch(agentIds: readonly string[]): Promise<string[]>
  /** Refused when the attempt is not its any more. */
  stands(agentId: AgentId): Promise<void>
  /** What it is, and what it found on its computer. */
  introduced(self: WorkerSelf): Promise<void>
  /** How an agent does, for screens. */
  reported(agentId: AgentId, info: AgentInfo): Promise<void>
  started(agentId: AgentId): Promise<void>
  asked(agentId: AgentId, question: AgentQuestion): Promise<void>
  output(agentId: AgentId, part: OutputPart): Promise<void>
  /** Gives the next step, where one was asked for and waits. */
  ended(agentId: AgentId, ended: EndedStep): Promise<GivenStep | null>
  onTold(listener: (told: ToldWorker) => void): () => void
}

/** The worker was revoked. */
export class NotAdmitted extends Error {}

/** The attempt is not this worker's any more: whatever it brings moves nothing. */
export class NotCurrent extends Error {
  constructor(agentId: string) {
    super(`${agentId} is not an attempt of this worker`)
  }
}
