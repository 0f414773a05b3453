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
  /** The next step of one of its pools; null when none waits. */
  claim(): Promise<GivenStep | null>
  /** Keeps its leases; gives the attempts that are not its any more. */
  touch(agentIds: readonly string[]): Promise<string[]>
  /** What it is, and what it found on its computer. */
  introduced(self: WorkerSelf): Promise<void>
  /** How an agent does, for screens. */
  reported(agentId: AgentId, info: AgentInfo): Promise<void>
  started(agentId: AgentId): Promise<void>
  asked(agentId: AgentId, question: AgentQuestion): Promise<void>
  output(agentId: AgentId, part: OutputPart): Promise<void>
  ended(agentId: AgentId, result: { end: StepEnd; head: string | null }): Promise<void>
  onTold(listener: (told: ToldWorker) => void): () => void
}

/** The attempt is not this worker's any more: whatever it brings moves nothing. */
export class NotCurrent extends Error {
  constructor(agentId: string) {
    super(`${agentId} is not an attempt of this worker`)
  }
}
