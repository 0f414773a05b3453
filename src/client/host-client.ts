import type { AgentId, ProjectId } from '../contracts/ids.ts'
import type {
  CallStamp,
  HostApi,
  HostEvent,
  NewsBatch,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../contracts/rpc.ts'
import { newCommandId } from './call-ids.ts'
import { requestLog } from './log-request.ts'
import { Wire, type SocketClass } from './trpc-link.ts'

interface Address {
  port: number
  token: string
  project: ProjectId
}

/** The client of a live host in another process, over loopback. */
export class HostClient implements HostApi {
  readonly #url: string
  readonly #project: ProjectId
  readonly #headers: Record<string, string>
  readonly #listeners = new Set<(event: HostEvent) => void>()
  readonly #gone = new AbortController()
  #wire: Wire | null = null

  private constructor({ port, token, project }: Address) {
    this.#url = `http://127.0.0.1:${port}`
    this.#project = project
    this.#headers = { authorization: `Bearer ${token}` }
  }

  /** The news subscription is active before this returns: nothing that follows a call is missed. */
  static async connect(
    address: Address,
    { WebSocket }: { WebSocket: SocketClass },
  ): Promise<HostClient> {
    const client = new HostClient(address)
    client.#wire = await Wire.open({
      url: client.#url,
      WebSocket,
      headers: client.#headers,
      // A host paused in the debugger is still there.
      patienceMs: null,
      project: address.project,
      lastEventId: null,
      news: (batch) => client.#emit(batch),
      gone: () => client.#gone.abort(),
    })
    return client
  }

  /** Aborted when the host closes the connection or crashes. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  close(): void {
    this.#wire?.close()
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    { commandId = newCommandId() }: CallStamp = {},
  ): Promise<RpcReply<M>> {
    const sent = { project: this.#project, input, commandId }
    return (await this.#opened.call(`project.${method}`, sent)) as RpcReply<M>
  }

  /** The raw log of an agent from `offset` on, until the agent ends. */
  log(agentId: string, offset = 0): Promise<ReadableStream<Uint8Array>> {
    const host = { url: this.#url, headers: this.#headers, fetch }
    return requestLog(host, {
      project: this.#project,
      agentId: agentId as AgentId,
      stream: 'out',
      offset,
      signal: this.#gone.signal,
    })
  }

  get #opened(): Wire {
    if (this.#wire === null) throw new Error('not connected yet')
    return this.#wire
  }

  #emit({ news }: NewsBatch): void {
    for (const { project, event } of news)
      if (project === this.#project) for (const listener of this.#listeners) listener(event)
  }
}
