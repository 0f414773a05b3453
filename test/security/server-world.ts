import type { WorkItem } from '../../src/contracts/work-item.ts'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { LiveConnection } from '../../src/client/live-connection.ts'
import { agentIdSchema, projectIdSchema } from '../../src/contracts/ids.ts'
import { KEY_HEADER } from '../../src/contracts/launch/session-key.ts'
import { ok } from '../../src/contracts/result.ts'
import type { HostEvent, News } from '../../src/contracts/rpc.ts'
import { AccessStore } from '../../src/host/server/access-store.ts'
import type { StepOutput } from '../../src/host/ports/step-runner.ts'
import { HostServer } from '../../src/host/server/host-server.ts'
import type { Caller, HostCalls, Served } from '../../src/host/server/served.ts'

export const PROJECT = projectIdSchema.parse('p_0123456789ab')
/** Its log is silent and never ends. */
export const SILENT_AGENT = agentIdSchema.parse('agent_silent_1_1')

export interface Asked {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The address to connect to; by default the local listener. */
  at?: { address: string; port: number }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A real server with a page, one empty project and its own user folder. */
export class ServerWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-server-'))
  readonly accessPath = join(this.root, 'state', 'access.json')
  readonly webDir = join(this.root, 'web')
  readonly callers: Caller[] = []
  readonly warnings: string[] = []
  now = new Date()
  readonly #listeners = new Set<(news: News) => void>()
  readonly #servers: HostServer[] = []

  constructor() {
    this.page('index.html', '<!doctype html><title>page</title>')
    this.page('assets/app-1a2b.js', 'export const app = 1')
    this.page('assets/app-1a2b.js.br', 'brotli')
    this.page('manifest.webmanifest', '{}')
  }

  page(name: string, content: string): void {
    mkdirSync(dirname(join(this.webDir, name)), { recursive: true })
    writeFileSync(join(this.webDir, name), content)
  }

  get server(): HostServer {
    const server = this.#servers[0]
    if (server === undefined) throw new Error('the world has no server')
    return server
  }

  async start(options: { ports?: number[]; patienceMs?: number } = {}): Promise<HostServer> {
    const server = await HostServer.start({
      served: this.#served(),
      access: new AccessStore(this.accessPath, {
        now: () => this.now,
        warn: (message) => this.warnings.push(message),
      }),
      webDir: this.webDir,
      now: () => this.now,
      ...options,
    })
    this.#servers.push(server)
    return server
  }

  emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener({ project: PROJECT, event })
  }

  gone(item: WorkItem): void {
    this.emit({ type: 'row-gone', item })
  }

  async ask({ method = 'GET', path = '/whoami', headers, body, at }: Asked = {}): Promise<Answer> {
    const port = at?.port ?? this.server.port
    const sent = request({ host: at?.address ?? '127.0.0.1', port, method, path, agent: false })
    for (const [name, value] of Object.entries(headers ?? {})) sent.setHeader(name, value)
    // A host that has already answered may not read the rest of the body.
    sent.on('error', () => undefined)
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await text(response),
    }
  }

  get bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.server.token}` }
  }

  /** The headers that a page on this computer sends after the link was opened. */
  async login(server = this.server): Promise<SessionHeaders> {
    const { pathname, search } = new URL(server.link())
    const at = { address: '127.0.0.1', port: server.port }
    const answer = await this.ask({ path: pathname + search, at })
    if (answer.status !== 200) throw new Error(`the link is answered with ${answer.status}`)
    return sessionIn(answer)
  }

  /** A client, like another process of the user. */
  connect(server = this.server): LiveConnection {
    const headers = { authorization: `Bearer ${server.token}` }
    return new LiveConnection({ url: `http://127.0.0.1:${server.port}`, WebSocket, headers })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
    rmSync(this.root, { recursive: true, force: true })
  }

  #served(): Served {
    const api = {
      call: async (_: string, input: unknown) => ok(input) as never,
      subscribe: () => () => undefined,
    }
    const info = { id: PROJECT, dir: this.root, name: 'project' }
    return {
      project: (id) => (id === PROJECT ? { info, api, openLog: silentLog } : null),
      calls: this.#calls(),
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    }
  }

  #calls(): HostCalls {
    const answer = async (_: unknown, caller: Caller) => {
      this.callers.push(caller)
      return ok(null) as never
    }
    return {
      hello: answer,
      openProject: answer,
      closeProject: answer,
      settings: answer,
      setSetting: answer,
      checkup: () => Promise.reject(new Error('the disk is gone')),
      workers: answer,
      enrolWorker: answer,
      drainWorker: answer,
      revokeWorker: answer,
    }
  }
}

const silentLog = (agentId: string): StepOutput | null =>
  agentId === SILENT_AGENT
    ? {
        read: async () => ({ bytes: Buffer.alloc(0), offset: 0, isLast: false }),
        more: (signal) =>
          new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
        close: async () => undefined,
      }
    : null

export async function startWorld(): Promise<ServerWorld> {
  const world = new ServerWorld()
  await world.start()
  return world
}

export type SessionHeaders = { cookie: string; [KEY_HEADER]: string }

/** Both parts of a new session: the cookie and the key. */
export const sessionIn = ({ headers, body }: Pick<Answer, 'headers' | 'body'>): SessionHeaders => ({
  cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
  [KEY_HEADER]: /data-key="([^"]*)"/.exec(body)?.[1] ?? '',
})

/** How an attempt to open a WebSocket ends: with a status, or open. */
export function openSocket(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; socket: WebSocket }> {
  const socket = new WebSocket(url, { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ status: 101, socket }))
    socket.once('unexpected-response', (_, response: IncomingMessage) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, socket })
      socket.terminate()
    })
    socket.on('error', reject)
  })
}
