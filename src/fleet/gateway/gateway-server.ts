import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import type pg from 'pg'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { inUrl } from '../../host/server/host-names.ts'
import { sendJson } from '../../host/server/http-answers.ts'
import { closeServer, listenAt } from '../../host/server/listening.ts'
import { packageVersion } from '../../host/shell/package-files.ts'
import type { AttemptCalls } from './attempt-calls.ts'
import { redeem } from '../people/invitations.ts'
import type { PageServer } from '../people/page-server.ts'
import {
  ENROL_PATH,
  NOT_ADMITTED,
  OTHER_VERSION,
  TERMINAL_PATH,
  VERSION_HEADER,
  WORKER_PATH,
} from './protocol.ts'
import type { ToldFeed } from './told-feed.ts'
import { enrol, revokedAmong, workerOf, type KnownWorker } from './worker-keys.ts'
import { workerRouter, type WorkerContext } from './worker-router.ts'

/** A part of a log has to fit, as base64. */
const MAX_MESSAGE_BYTES = 1024 * 1024
const MAX_BODY_BYTES = 4096
const REVIEW_MS = 1000
const NO_ACCESS = 4001
/** A worker needs one; after a broken network its old ones may still look alive. */
const MAX_OF_ONE_WORKER = 5

/** The metrics, for Prometheus. */
export interface Metrics {
  contentType: string
  text(): Promise<string>
}

interface GatewayParts {
  pool: pg.Pool
  calls: AttemptCalls
  feed: ToldFeed
  address: string
  port: number
  tls?: { cert: string; key: string }
  /** For people; without it only workers can connect. */
  page?: (at: { port: number }) => PageServer
  metrics?: Metrics
  reportError: (error: unknown) => void
}

/** Where workers connect, and where health checks and metrics are answered. */
export class GatewayServer implements AsyncDisposable {
  readonly url: string
  readonly #parts: GatewayParts
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  readonly #workers = new WeakMap<IncomingMessage, KnownWorker>()
  readonly #open = new Map<WebSocket, KnownWorker>()
  readonly #review: NodeJS.Timeout
  readonly #page: PageServer | null

  private constructor(parts: GatewayParts, server: Server, port: number) {
    this.#parts = parts
    this.#server = server
    this.url = `${parts.tls ? 'https' : 'http'}://${inUrl(parts.address)}:${port}`
    applyWSSHandler({
      wss: this.#sockets,
      router: workerRouter({ ...parts, database: parts.pool }),
      onError: ({ error }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') parts.reportError(error.cause ?? error)
      },
      createContext: ({ req }): WorkerContext => {
        const worker = this.#workers.get(req)
        if (worker === undefined) throw new Error('no worker was admitted')
        return { worker }
      },
    })
    this.#page = parts.page?.({ port }) ?? null
    server.on(parts.tls ? 'secureConnection' : 'connection', (socket: Socket) =>
      this.#page?.came(socket),
    )
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => end(response, 500))
    })
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.#admit(request, socket, head).catch(() => refuse(socket, 500))
    })
    this.#review = setInterval(() => void this.#closeRevoked(), REVIEW_MS)
  }

  static async start(parts: GatewayParts): Promise<GatewayServer> {
    const server: Server = parts.tls ? createTlsServer(parts.tls) : createServer()
    const port = await listenAt(server, parts.address, parts.port)
    return new GatewayServer(parts, server, port)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#review)
    await this.#page?.[Symbol.asyncDispose]()
    for (const socket of this.#open.keys()) socket.terminate()
    this.#sockets.close()
    await closeServer(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'GET' && path === '/healthz') return end(response, 200)
    if (request.method === 'GET' && path === '/readyz') {
      await this.#parts.pool.query('select 1')
      return end(response, 200)
    }
    if (request.method === 'GET' && path === '/metrics') return this.#sendMetrics(response)
    if (request.method === 'POST' && path === ENROL_PATH) return this.#enrol(request, response)
    if (request.method === 'POST' && path === TERMINAL_PATH) return this.#pair(request, response)
    if (this.#page === null) return end(response, 404)
    await this.#page.answer(request, response)
  }

  async #sendMetrics(response: ServerResponse): Promise<void> {
    const { metrics } = this.#parts
    if (metrics === undefined) return end(response, 404)
    response.writeHead(200, { 'content-type': metrics.contentType })
    response.end(await metrics.text())
  }

  /** Pairs a command line by the code of an invitation. */
  async #pair(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = pairSchema.safeParse(parsed(await bodyOf(request)))
    if (!asked.success) return end(response, 400)
    const paired = await redeem(this.#parts.pool, asked.data.code, 'terminal')
    if (paired === null) return end(response, 403)
    const { key, name, role } = paired
    sendJson(response, 200, { key, name, role })
  }

  async #enrol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = enrolSchema.safeParse(parsed(await bodyOf(request)))
    if (!asked.success) return end(response, 400)
    const enrolled = await enrol(this.#parts.pool, asked.data)
    if (enrolled === null) return end(response, 403)
    sendJson(response, 200, enrolled)
  }

  async #admit(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    if (request.url !== WORKER_PATH && this.#page !== null)
      return this.#page.upgrade(request, socket, head)
    socket.on('error', () => undefined)
    if (request.url !== WORKER_PATH) return refuse(socket, 404)
    if (request.headers[VERSION_HEADER] !== packageVersion()) return refuse(socket, OTHER_VERSION)
    const key = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1]
    const worker = key === undefined ? null : await workerOf(this.#parts.pool, key)
    if (worker === null) return refuse(socket, NOT_ADMITTED)
    this.#page?.admitted(socket)
    this.#workers.set(request, worker)
    this.#sockets.handleUpgrade(request, socket, head, (client) => {
      this.#makeRoom(worker)
      this.#open.set(client, worker)
      client.once('close', () => this.#open.delete(client))
      this.#sockets.emit('connection', client, request)
    })
  }

  /** Ends the oldest connection of a worker that has too many: it must not use up all files. */
  #makeRoom({ id }: KnownWorker): void {
    const own = [...this.#open].flatMap(([client, worker]) => (worker.id === id ? [client] : []))
    if (own.length >= MAX_OF_ONE_WORKER) own[0]?.terminate()
  }

  /** Its calls are already refused; this closes the connection too. */
  async #closeRevoked(): Promise<void> {
    if (this.#open.size === 0) return
    const ids = [...this.#open.values()].map(({ id }) => id)
    const revoked = await revokedAmong(this.#parts.pool, ids).catch(() => new Set<string>())
    for (const [client, { id }] of this.#open) if (revoked.has(id)) client.close(NO_ACCESS)
  }
}

const pairSchema = z.object({ code: z.string().min(1).max(100) })

const enrolSchema = z.object({
  code: z.string().min(1).max(100),
  name: z.string().regex(/^[\w.-]{1,60}$/),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' })
  response.end(status === 200 ? 'ok\n' : `${status}\n`)
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
