import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agentIdSchema } from '../../contracts/ids.ts'
import { rpcInputs, type HostApi, type RpcMethod } from '../../contracts/rpc.ts'
import type { LogReader } from '../agents/log-reader.ts'
import type { AgentId } from '../../contracts/ids.ts'
import { describe } from '../files/errno.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024
/** Node's fetch takes a stream that is silent for five minutes for a dead one. */
const HEARTBEAT_MS = 60_000

export interface LocalServer {
  port: number
  token: string
  /** How many other processes follow runs through this host. */
  followers(): number
  close(): Promise<void>
}

export interface Served {
  api: HostApi
  openLog(agentId: AgentId, offset: number): LogReader | null
}

/** The channel by which other terminals reach the live host: loopback only, token required. */
export async function startLocalServer(
  served: Served,
  { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {},
): Promise<LocalServer> {
  const token = randomBytes(32).toString('hex')
  const channel = new Channel(served, { token, heartbeatMs })
  const server = createServer((request, response) => void channel.answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const { port } = server.address() as AddressInfo
  return { port, token, followers: () => channel.followers, close: () => close(server) }
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

class Channel {
  readonly #served: Served
  readonly #token: Buffer
  readonly #heartbeatMs: number
  followers = 0

  constructor(served: Served, options: { token: string; heartbeatMs: number }) {
    this.#served = served
    this.#token = Buffer.from(options.token)
    this.#heartbeatMs = options.heartbeatMs
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      send(response, 500, { message: describe(error) })
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackHost(request.headers.host)) return send(response, 421, { message: 'wrong host' })
    if (!this.#mayEnter(request.headers.authorization))
      return send(response, 401, { message: 'a token is needed' })
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, area, name] = url.pathname.split('/')
    if (request.method === 'POST' && area === 'rpc')
      return this.#call(name ?? '', request, response)
    if (request.method === 'GET' && area === 'events') return this.#stream(response)
    if (request.method === 'GET' && area === 'log') return this.#log(url, name ?? '', response)
    send(response, 404, { message: 'no such address' })
  }

  #mayEnter(header: string | undefined): boolean {
    const given = Buffer.from(header?.replace(/^Bearer /, '') ?? '')
    return given.length === this.#token.length && timingSafeEqual(given, this.#token)
  }

  async #call(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!Object.hasOwn(rpcInputs, name)) return send(response, 404, { message: `no call ${name}` })
    const method = name as RpcMethod
    const body = await readBody(request)
    if (body === null) return send(response, 413, { message: 'the request is too large' })
    const input = rpcInputs[method].safeParse(parseJson(body))
    if (!input.success) return send(response, 400, { message: input.error.message })
    send(response, 200, await this.#served.api.call(method, input.data as never))
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    response.write('\n')
    this.followers++
    const unsubscribe = this.#served.api.subscribe((event) => {
      response.write(`${JSON.stringify(event)}\n`)
      // A client that stopped reading must not fill the host's memory.
      if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy()
    })
    const heartbeat = setInterval(() => response.write('\n'), this.#heartbeatMs).unref()
    response.once('close', () => {
      this.followers--
      clearInterval(heartbeat)
      unsubscribe()
    })
  }

  async #log(url: URL, name: string, response: ServerResponse): Promise<void> {
    const agentId = agentIdSchema.safeParse(name)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const reader = agentId.success ? this.#served.openLog(agentId.data, offset) : null
    if (reader === null) return send(response, 404, { message: `no log of ${name}` })
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    // An agent may be silent for minutes: the caller has its stream all the same.
    response.flushHeaders()
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      await copyLog(reader, response, gone.signal)
    } finally {
      await reader.close()
    }
    response.end()
  }
}

async function copyLog(
  reader: LogReader,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const chunk = await reader.read()
    if (chunk.bytes.length > 0 && !response.write(chunk.bytes)) await drained(response, signal)
    if (chunk.isLast) return
    if (chunk.bytes.length === 0) await reader.more(signal)
  }
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.once('drain', done)
    signal.addEventListener('abort', done)
  })
}

/** A page that rebinds its name to loopback still sends its own name here. */
const isLoopbackHost = (host: string | undefined): boolean =>
  host !== undefined && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end all the same: leaving now would cut the connection and the refusal with it.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size > MAX_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
