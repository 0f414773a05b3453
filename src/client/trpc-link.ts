import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client'
import type { ProjectId } from '../contracts/ids.ts'
import { err, type Result } from '../contracts/result.ts'
import type { Rejection } from '../contracts/rejections.ts'
import type { NewsBatch } from '../contracts/rpc.ts'
import { keyProtocols } from '../contracts/launch/session-key.ts'
import { HostGone } from './host-gone.ts'

/** The browser's WebSocket, or one for Node that accepts headers. */
export type SocketClass = new (
  url: string,
  protocols: string[],
  options: { headers: Record<string, string> },
) => object

export interface WireOptions {
  /** The host's http address. */
  url: string
  WebSocket: SocketClass
  headers: Record<string, string>
  /** The half of a session that the browser does not send automatically. */
  key?: string | null
  /** How long to wait for an unresponsive host; null: forever. */
  patienceMs: number | null
  project: ProjectId | null
  /** The last event that an earlier wire received. */
  lastEventId: string | null
  news: (batch: NewsBatch, id: string) => void
  /** Called once, when an open wire has ended. */
  gone: () => void
}

/** One WebSocket from its opening to its end. Never sends anything twice. */
export class Wire {
  readonly #client: ReturnType<typeof createTRPCUntypedClient>
  readonly #transport: ReturnType<typeof createWSClient>
  readonly #waiting = new Set<(error: HostGone) => void>()
  readonly #gone: () => void
  #socket: NodeLikeSocket | null = null
  #isOpen = false
  #isOver = false

  /** Resolves when the news subscription is active: nothing that follows can be missed. */
  static async open(options: WireOptions): Promise<Wire> {
    const wire = new Wire(options)
    const { patienceMs } = options
    const timer = patienceMs === null ? undefined : setTimeout(() => wire.close(), patienceMs)
    await new Promise<void>((resolve, reject) => {
      wire.#waiting.add(reject)
      wire.#follow(options, () => {
        wire.#waiting.delete(reject)
        wire.#isOpen = true
        resolve()
      })
    }).finally(() => clearTimeout(timer))
    return wire
  }

  private constructor(options: WireOptions) {
    const { url, WebSocket: Given, headers, key, patienceMs, gone } = options
    this.#gone = gone
    const keep = (socket: NodeLikeSocket): void => void (this.#socket = socket)
    class Socket extends Given {
      constructor(address: string) {
        super(address, key ? keyProtocols(key) : [], { headers })
        keep(this as unknown as NodeLikeSocket)
      }
    }
    this.#transport = createWSClient({
      url: `${url.replace(/^http/, 'ws')}/ws`,
      WebSocket: Socket as unknown as typeof WebSocket,
      keepAlive: patienceMs === null ? { enabled: false } : keepAliveEvery(patienceMs),
      // `#end` must come before its own reconnecting, which would resend unanswered calls.
      retryDelayMs: () => 0,
      onClose: () => this.#end(),
      onError: () => this.#end(),
    })
    this.#client = createTRPCUntypedClient({ links: [wsLink({ client: this.#transport })] })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  async call(path: string, input: unknown): Promise<Result<unknown, Rejection>> {
    if (this.#isOver) throw new HostGone('closed')
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      const answered = (reply: Result<unknown, Rejection>): void => {
        this.#waiting.delete(reject)
        resolve(reply)
      }
      this.#client.mutation(path, input).then(
        (reply) => answered(resultIn(reply, path)),
        (error: unknown) => {
          const detail = refusalIn(error)
          if (detail !== null)
            return answered(err({ code: 'HOST_FAILED', operation: path, detail }))
          this.#waiting.delete(reject)
          reject(new HostGone(error))
        },
      )
    })
  }

  close(): void {
    this.#end()
  }

  #follow({ project, lastEventId, news }: WireOptions, started: () => void): void {
    const input = { project, lastEventId }
    this.#client.subscription('news', input, {
      onStarted: started,
      onData: (envelope) => {
        const { id, data } = envelope as { id: string; data: NewsBatch }
        if (!this.#isOver) news(data, id)
      },
      // A host that shuts down still answers pending calls; only a refusal ends the wire.
      onError: () => this.#end(),
    })
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    void this.#transport.close()
    // In Node, `close` would wait half a minute for a host that does not respond.
    if (this.#socket?.terminate) this.#socket.terminate()
    else this.#socket?.close()
    for (const reject of this.#waiting) reject(new HostGone('the connection has ended'))
    this.#waiting.clear()
    if (this.#isOpen) this.#gone()
  }
}

const keepAliveEvery = (patienceMs: number) => ({
  enabled: true,
  intervalMs: patienceMs,
  pongTimeoutMs: patienceMs,
})

interface NodeLikeSocket {
  close(): void
  terminate?: () => void
}

/** Whoever answers may be of another version, or no host at all. */
function resultIn(reply: unknown, operation: string): Result<unknown, Rejection> {
  const { ok, error } = (reply ?? {}) as { ok?: unknown; error?: { code?: unknown } }
  const isResult = ok === true || (ok === false && typeof error?.code === 'string')
  if (isResult) return reply as Result<unknown, Rejection>
  return err(notUnderstood(operation))
}

export const notUnderstood = (operation: string): Rejection => ({
  code: 'HOST_FAILED',
  operation,
  detail: 'its answer was not understood',
})

/** The message of a host that received the call and rejects it, for example an older version. */
const refusalIn = (error: unknown): string | null =>
  error instanceof TRPCClientError && error.shape ? error.message : null
