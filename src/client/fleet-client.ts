import type {
  HostApi,
  HostEvent,
  HostInput,
  HostMethod,
  HostReply,
  NewsBatch,
  ProjectInfo,
  RpcReply,
} from '../contracts/rpc.ts'
import { Wire, type SocketClass } from './trpc-link.ts'

const PATIENCE_MS = 10_000

interface FleetAddress {
  url: string
  key: string
  WebSocket: SocketClass
}

/** The client of a fleet's coordinator, for a command line with its own key. */
export class FleetClient {
  readonly #listeners = new Set<(project: string | null, event: HostEvent) => void>()
  readonly #gone = new AbortController()
  #wire: Wire | null = null

  /** Subscribed to the news when it returns. `HostGone` if nobody answers or the key is unknown. */
  static async connect({ url, key, WebSocket }: FleetAddress): Promise<FleetClient> {
    const client = new FleetClient()
    client.#wire = await Wire.open({
      url,
      WebSocket,
      headers: { authorization: `Bearer ${key}` },
      patienceMs: PATIENCE_MS,
      project: null,
      lastEventId: null,
      news: (batch) => client.#emit(batch),
      gone: () => client.#gone.abort(),
    })
    return client
  }

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  async hello(): Promise<HostReply<'hello'>> {
    return this.callHost('hello', {})
  }

  async callHost<M extends HostMethod>(method: M, input: HostInput<M>): Promise<HostReply<M>> {
    return (await this.#opened.call(`host.${method}`, input)) as HostReply<M>
  }

  /** The API of one of its projects. */
  of({ id }: Pick<ProjectInfo, 'id'>): HostApi {
    return {
      call: async (method, input) =>
        (await this.#opened.call(`project.${method}`, { project: id, input })) as RpcReply<
          typeof method
        >,
      subscribe: (listener) => {
        const own = (project: string | null, event: HostEvent): void => {
          if (project === id) listener(event)
        }
        this.#listeners.add(own)
        return () => this.#listeners.delete(own)
      },
    }
  }

  close(): void {
    this.#wire?.close()
  }

  get #opened(): Wire {
    if (this.#wire === null) throw new Error('not connected yet')
    return this.#wire
  }

  #emit({ news }: NewsBatch): void {
    for (const { project, event } of news)
      if (project !== null) for (const listener of this.#listeners) listener(project, event)
  }
}
