import { randomUUID } from 'node:crypto'
import { commandTable } from '../../contracts/commands.ts'
import type { AgentId, CommandId, ProjectId } from '../../contracts/ids.ts'
import type { LogStream } from '../../contracts/log-streams.ts'
import { err, ok } from '../../contracts/result.ts'
import type { HostEvent, ProjectInfo, RpcInput, RpcMethod, RpcReply } from '../../contracts/rpc.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { ownTerminal } from '../../host/calls/called-by.ts'
import type { CallOrigin } from '../../host/calls/project-calls.ts'
import { HostEvents } from '../../host/host-events.ts'
import type { StepOutput } from '../../host/ports/step-runner.ts'
import type { CommandRequest } from '../../host/runs/auto-execution-coordinator.ts'
import type { ServedProject } from '../../host/server/served.ts'
import type { OpenedRuns } from '../open-runs.ts'
import { itemCalls } from './items/item-calls.ts'
import { lookingCalls } from './looking-calls.ts'
import { ProjectBoard } from './project-board.ts'
import { StoredOutput, type Reading } from './stored-output.ts'

interface ProjectParts extends Pick<OpenedRuns, 'pool' | 'runs' | 'commits' | 'mirrors'> {
  id: string
  info: ProjectInfo
  env: NodeJS.ProcessEnv
  now: () => Date
  /** Calls `wake` when that agent has printed more, or has ended. */
  onOutput: (agentId: AgentId, wake: () => void) => () => void
}

type Handler = (input: never, origin: CallOrigin) => Promise<unknown>

const newCommandId = (): CommandId => randomUUID() as string as CommandId

/** One project of the fleet, served like a host's project. Its items are read on first use. */
export class FleetProject implements ServedProject {
  readonly #parts: ProjectParts
  readonly #events = new HostEvents()
  readonly #reading: Reading = new Map()
  #opening: Promise<ProjectBoard> | null = null

  constructor(parts: ProjectParts) {
    this.#parts = parts
  }

  /** Whether anyone has asked for something of it. */
  get isLookedAt(): boolean {
    return this.#opening !== null
  }

  get id(): string {
    return this.#parts.id
  }

  get info(): ProjectInfo {
    return this.#parts.info
  }

  get projectId(): ProjectId {
    return this.#parts.info.id
  }

  readonly api: ServedProject['api'] = {
    call: (method, input, { calledBy = ownTerminal(), commandId = newCommandId() } = {}) =>
      this.#call(method, input, { calledBy, commandId }),
    subscribe: (listener) => this.subscribe(listener),
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    return this.#events.subscribe(listener)
  }

  openLog(agentId: AgentId, offset: number, stream: LogStream): Promise<StepOutput | null> | null {
    // Its error output and its prompt stay on its worker.
    if (stream !== 'out') return null
    const { pool, id, onOutput } = this.#parts
    return StoredOutput.open({
      database: pool,
      project: id,
      agentId,
      offset,
      reading: this.#reading,
      onGrowth: (wake) => onOutput(agentId, wake),
    })
  }

  /** Something of that item may have changed; a project nobody looks at reads nothing. */
  async announced(item: number): Promise<void> {
    await (await this.#opening)?.look(item)
  }

  async missedNews(): Promise<void> {
    await (await this.#opening)?.lookAtAll()
  }

  reported(event: HostEvent): void {
    this.#events.emit(event)
  }

  async #board(): Promise<ProjectBoard> {
    const emit = (event: HostEvent): void => this.#events.emit(event)
    this.#opening ??= ProjectBoard.open(this.id, { ...this.#parts, emit }).catch(
      (error: unknown) => {
        this.#opening = null
        throw error
      },
    )
    return this.#opening
  }

  async #call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    origin: CallOrigin,
  ): Promise<RpcReply<M>> {
    const board = await this.#board()
    if (method in commandTable) {
      // The compiler cannot see that a method's command takes exactly its input.
      const request = { ...input, type: method, ...origin } as CommandRequest
      const ref = { project: this.id, item: request.item }
      const reply = await this.#parts.runs.command(ref, request)
      await this.#lookAgain(board, request.item)
      return reply as RpcReply<M>
    }
    const own = (this.#calls(board) as Partial<Record<RpcMethod, Handler>>)[method]
    if (own === undefined) return err({ code: 'NOT_IN_FLEET', method }) as RpcReply<M>
    return (await own(input as never, origin)) as RpcReply<M>
  }

  /** Whoever gave a command must see its effect as soon as it is answered. */
  async #lookAgain(board: ProjectBoard, item: WorkItem): Promise<void> {
    const id = board.numberOf(item)
    if (id !== null) await board.look(id)
  }

  #calls(board: ProjectBoard) {
    return {
      ...lookingCalls({ ...this.#parts, board }),
      ...itemCalls({ ...this.#parts, board }),
      trust: async () => ok({ decision: null, findings: [], undecided: [] }),
      saved: async () => ok([]),
    }
  }
}
