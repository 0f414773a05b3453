import type { ProjectId } from '../contracts/ids.ts'
import type {
  HostInput,
  HostMethod,
  HostReply,
  NewsBatch,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../contracts/rpc.ts'
import { KEY_HEADER } from '../contracts/launch/session-key.ts'
import { newCommandId } from './call-ids.ts'
import type { Connection, ConnectionStatus, LogRequest } from './connection.ts'
import { HostGone } from './host-gone.ts'
import { requestLog } from './log-request.ts'
import { Wire, type SocketClass } from './trpc-link.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000
/** A browser would wait minutes for an address that drops packets. */
const PATIENCE_MS = 20_000
/** How long a call without an answer waits for the host to be back. */
const SENT_AGAIN_MS = 30_000
/** When the browser reports the network as gone, the host has this long to prove otherwise. */
const DOUBT_MS = 3000

interface LiveOptions {
  /** The host's http address. */
  url: string
  WebSocket?: SocketClass
  headers?: Record<string, string>
  /** The session's current key: logging in again in another tab changes it. */
  key?: () => string | null
  fetch?: typeof fetch
}

/** Stays connected to a host across restarts and bad networks until it is closed. */
export class LiveConnection implements Connection {
  readonly #options: Required<LiveOptions>
  readonly #statusListeners = new Set<(status: ConnectionStatus) => void>()
  readonly #newsListeners = new Set<(batch: NewsBatch) => void>()
  readonly #leaveWindow: () => void
  #status: ConnectionStatus = 'connecting'
  #wire: Wire | null = null
  #isTrying = false
  #isClosed = false
  #lastEventId: string | null = null
  #pauseMs = FIRST_PAUSE_MS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ url, ...options }: LiveOptions) {
    this.#options = {
      url,
      WebSocket: options.WebSocket ?? (WebSocket as unknown as SocketClass),
      headers: options.headers ?? {},
      key: options.key ?? (() => null),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    }
    this.#leaveWindow = followWindow({
      back: () => (this.#status === 'offline' ? this.retry() : undefined),
      away: () => void this.#closeIfGone(),
    })
    void this.#try()
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  onNews(listener: (batch: NewsBatch) => void): () => void {
    this.#newsListeners.add(listener)
    return () => this.#newsListeners.delete(listener)
  }

  async call<M extends RpcMethod>(
    project: ProjectId,
    method: M,
    input: RpcInput<M>,
  ): Promise<RpcReply<M>> {
    const sent = { project, input, commandId: newCommandId() }
    return (await this.#answered(`project.${method}`, sent)) as RpcReply<M>
  }

  async callHost<M extends HostMethod>(method: M, input: HostInput<M>): Promise<HostReply<M>> {
    return (await this.#online.call(`host.${method}`, input)) as HostReply<M>
  }

  openLog(request: LogRequest): Promise<ReadableStream<Uint8Array>> {
    return requestLog({ ...this.#options, headers: this.#headers }, request)
  }

  /** Tries at once, even after a refusal: the device may have been paired since. */
  retry(): void {
    if (this.#isClosed || this.#wire || this.#isTrying) return
    clearTimeout(this.#timer)
    this.#pauseMs = FIRST_PAUSE_MS
    if (this.#status === 'refused') this.#setStatus('connecting')
    void this.#try()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#leaveWindow()
    this.#wire?.close()
    this.#setStatus('offline')
    this.#statusListeners.clear()
    this.#newsListeners.clear()
  }

  /** Sends a call again whose wire was lost: by its id the host knows what it has carried out. */
  async #answered(path: string, sent: object): Promise<unknown> {
    const deadline = performance.now() + SENT_AGAIN_MS
    for (let wire: Wire | null = this.#online; ; wire = await this.#nextWire(deadline)) {
      if (wire === null) throw new HostGone(this.#status)
      try {
        return await wire.call(path, sent)
      } catch (error) {
        if (!(error instanceof HostGone)) throw error
      }
    }
  }

  /** The wire that is or comes next; null if there is none by the deadline, or never again. */
  #nextWire(deadline: number): Promise<Wire | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const isOver = this.#isClosed || this.#status === 'refused'
        if (!isOver && this.#wire === null && performance.now() < deadline) return
        clearTimeout(timer)
        leave()
        resolve(isOver ? null : this.#wire)
      }
      const timer = setTimeout(look, Math.max(0, deadline - performance.now()))
      const leave = this.onStatus(look)
      look()
    })
  }

  get #headers(): Record<string, string> {
    const { headers, key } = this.#options
    const sent = key()
    return sent === null ? headers : { ...headers, [KEY_HEADER]: sent }
  }

  get #online(): Wire {
    if (this.#wire === null) throw new HostGone(this.#status)
    return this.#wire
  }

  async #try(): Promise<void> {
    this.#isTrying = true
    const wire = await this.#openWire().catch(() => null)
    const isRefused = wire === null && (await this.#isRefused())
    this.#isTrying = false
    if (this.#isClosed) return wire?.close()
    if (wire === null) return isRefused ? this.#setStatus('refused') : this.#tryLater()
    // Lost again before it could be used: the next try is already scheduled.
    if (wire.isOver) return
    this.#wire = wire
    this.#pauseMs = FIRST_PAUSE_MS
    this.#setStatus('online')
  }

  #openWire(): Promise<Wire> {
    return Wire.open({
      ...this.#options,
      key: this.#options.key(),
      patienceMs: PATIENCE_MS,
      project: null,
      lastEventId: this.#lastEventId,
      news: (batch, id) => this.#deliver(batch, id),
      gone: () => this.#lost(),
    })
  }

  #lost(): void {
    if (this.#isClosed) return
    this.#wire = null
    this.#tryLater()
  }

  #tryLater(): void {
    this.#setStatus('offline')
    this.#timer = setTimeout(() => void this.#try(), this.#pauseMs)
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }

  /** Asks over HTTP, because a browser does not say why a WebSocket failed. */
  async #isRefused(): Promise<boolean> {
    const { url, fetch: ask } = this.#options
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return (await ask(`${url}/whoami`, { headers: this.#headers, signal })).status === 401
    } catch {
      return false
    }
  }

  /** Checks first, because a host on this machine is reachable without a network. */
  async #closeIfGone(): Promise<void> {
    const wire = this.#wire
    if (wire === null) return
    const { url, fetch: ask } = this.#options
    const signal = AbortSignal.timeout(DOUBT_MS)
    const isThere = await ask(`${url}/whoami`, { headers: this.#headers, signal }).then(
      () => true,
      () => false,
    )
    if (!isThere) wire.close()
  }

  #deliver(batch: NewsBatch, id: string): void {
    // Set first: a batch on which a listener fails must not be delivered again.
    this.#lastEventId = id
    for (const listener of this.#newsListeners) listener(batch)
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return
    this.#status = status
    for (const listener of this.#statusListeners) listener(status)
  }
}

interface WindowActs {
  back: () => void
  away: () => void
}

/** Retries at once when a laptop or phone wakes up. */
function followWindow({ back, away }: WindowActs): () => void {
  if (typeof window === 'undefined') return () => undefined
  const visible = (): void => (document.visibilityState === 'visible' ? back() : undefined)
  window.addEventListener('online', back)
  window.addEventListener('offline', away)
  document.addEventListener('visibilitychange', visible)
  return () => {
    window.removeEventListener('online', back)
    window.removeEventListener('offline', away)
    document.removeEventListener('visibilitychange', visible)
  }
}
