import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import type { AnyRouter } from '@trpc/server'
import { WebSocketServer, type WebSocket } from 'ws'
import { SOCKET_PROTOCOL } from '../../contracts/launch/session-key.ts'
import type { Admission } from './gate.ts'
import { Places } from './places.ts'
import type { RpcContext } from './rpc-router.ts'

const ROOM = { all: 200, ofOne: 40 }
/** A document of two megabytes must fit, however its characters are escaped in JSON. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
/** How long a client may take to close; then it is cut off. */
const CLOSE_MS = 2000
/** How often a client must show that it is still there. */
const HEARTBEAT_MS = 30_000

/** Why a socket is closed, for its client. */
const CLOSE = { goingAway: 1001, noAccess: 4001 } as const

/** The open WebSockets, each with its session. */
export class Sockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    clientTracking: false,
    // Never the protocol with the key in it: a response is easier to intercept than a request.
    handleProtocols: (offered) => (offered.has(SOCKET_PROTOCOL) ? SOCKET_PROTOCOL : false),
  })
  readonly #open = new Map<WebSocket, { admission: Admission; isAlive: boolean }>()
  readonly #entering = new WeakMap<IncomingMessage, Admission>()
  readonly #places = new Places(ROOM)
  #heartbeat: NodeJS.Timeout | null = null

  constructor(router: AnyRouter) {
    applyWSSHandler({
      wss: this.#server,
      router,
      createContext: ({ req, res }): RpcContext => {
        const admission = this.#entering.get(req)
        if (admission === undefined) throw new Error('no session was admitted')
        return { caller: admission.caller, socket: res }
      },
    })
  }

  get size(): number {
    return this.#open.size
  }

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  isConnected(sessionId: string): boolean {
    return [...this.#open.values()].some(({ admission }) => admission.sessionId === sessionId)
  }

  /** False if there is no place left for this session. */
  accept(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    admission: Admission,
  ): boolean {
    const leave = this.#places.take(admission)
    if (leave === null) return false
    socket.once('close', leave)
    this.#entering.set(request, admission)
    this.#server.handleUpgrade(request, socket, head, (client) => {
      this.#open.set(client, { admission, isAlive: true })
      this.#heartbeat ??= setInterval(() => this.#checkClients(), HEARTBEAT_MS).unref()
      client.on('pong', () => this.#open.set(client, { admission, isAlive: true }))
      client.once('close', () => this.#open.delete(client))
      this.#server.emit('connection', client, request)
    })
    return true
  }

  closeWhere(fits: (admission: Admission) => boolean): void {
    for (const [client, { admission }] of this.#open) {
      if (!fits(admission)) continue
      client.close(CLOSE.noAccess)
      // It has no access from now on: what it still sends is ignored.
      client.removeAllListeners('message')
      cutOffLater(client)
    }
  }

  async close(): Promise<void> {
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    await Promise.all([...this.#open.keys()].map(closeAndWait))
    this.#server.close()
  }

  /** Disconnects silent clients: a phone that lost its network sends no close. */
  #checkClients(): void {
    for (const [client, { admission, isAlive }] of this.#open) {
      if (!isAlive) client.terminate()
      else {
        this.#open.set(client, { admission, isAlive: false })
        client.ping()
      }
    }
  }
}

function closeAndWait(client: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', () => resolve())
    client.close(CLOSE.goingAway)
    cutOffLater(client)
  })
}

function cutOffLater(client: WebSocket): void {
  const timer = setTimeout(() => client.terminate(), CLOSE_MS)
  client.once('close', () => clearTimeout(timer))
}
