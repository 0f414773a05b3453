import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ProjectId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { AccessView } from '../../contracts/views/access-view.ts'
import type { Result } from '../../contracts/result.ts'
import type { HostReply } from '../../contracts/rpc.ts'
import type { AccessStore } from './access-store.ts'
import { Gate, ownToken, type Admission } from './gate.ts'
import { viaOf, type Listener } from './host-names.ts'
import { HttpRoutes } from './http-routes.ts'
import { closeServer, createHttpServer, listen } from './listening.ts'
import { LoginAttempts } from './login/login-attempts.ts'
import { LoginRoutes } from './login/login-routes.ts'
import { NewsHub } from './news-hub.ts'
import { PairingCodes } from './login/pairing-codes.ts'
import { RemoteAccess } from './remote-listener.ts'
import { createRouter } from './rpc-router.ts'
import type { Served } from './served.ts'
import { Sockets } from './sockets.ts'
import { UnknownConnections } from './login/unknown-connections.ts'
import { answerUpgrade } from './upgrade.ts'

const LOCAL = '127.0.0.1'
const REVIEW_MS = 1000

interface HostServerOptions {
  served: Served
  access: AccessStore
  /** Tried in this order; if none is free, any port is taken. */
  ports?: number[]
  /** The folder of the built page. */
  webDir?: string
  now?: () => Date
  /** How long a connection may take to identify itself. */
  patienceMs?: number
}

/** Handles everything that reaches this host from outside. */
export class HostServer {
  /** For processes of this user, which find it in the project's host file. */
  readonly token = randomBytes(32).toString('hex')
  readonly port: number
  readonly #access: AccessStore
  readonly #server: Server
  readonly #hub = new NewsHub()
  readonly #gate: Gate
  readonly #sockets: Sockets
  readonly #routes: HttpRoutes
  readonly #unknown: UnknownConnections
  readonly #remote: RemoteAccess
  readonly #unsubscribe: () => void
  readonly #review: NodeJS.Timeout
  #knownAccess: unknown
  #closing: Promise<void> | null = null

  private constructor(options: HostServerOptions, server: Server, port: number) {
    const { served, access, webDir, now = () => new Date() } = options
    this.port = port
    this.#server = server
    this.#access = access
    this.#gate = new Gate(access, ownToken(this.token))
    this.#unknown = new UnknownConnections(options.patienceMs)
    const codes = new PairingCodes(now)
    const entered = (): void => this.#accessChanged()
    const login = new LoginRoutes({
      access,
      enter: () => access.addSession('local', ''),
      pair: (code, name) => (codes.take(code) ? access.addSession('device', name) : null),
      attempts: new LoginAttempts(now),
      entered,
    })
    const { gate, unknown } = { gate: this.#gate, unknown: this.#unknown }
    this.#routes = new HttpRoutes({ served, gate, login, unknown, webDir })
    this.#remote = new RemoteAccess({
      access,
      codes,
      localPort: port,
      serve: (remote, listener) => this.#serve(remote, listener),
      isConnected: (id) => this.#sockets.isConnected(id),
      changed: () => this.#accessChanged(),
    })
    const router = createRouter({ served, access: this.#remote.calls, hub: this.#hub })
    this.#sockets = new Sockets(router)
    this.#unsubscribe = served.subscribe((news) => this.#hub.add(news))
    this.#knownAccess = access.state
    this.#review = setInterval(() => {
      const isReachable = this.#remote.listener !== null
      if (isReachable || !this.#sockets.isEmpty || this.#routes.hasStreams) this.#reviewAccess()
    }, REVIEW_MS).unref()
  }

  static async start(options: HostServerOptions): Promise<HostServer> {
    const server = createHttpServer()
    const port = await listen(server, LOCAL, options.ports ?? [])
    server.unref()
    const host = new HostServer(options, server, port)
    const listener: Listener = { kind: 'local', address: LOCAL, port }
    host.#serve(server, () => listener)
    await host.#remote.reopen()
    return host
  }

  /** Contains the user's access token: anyone who has it is this user. */
  link(path = '/'): string {
    const query = new URLSearchParams({ token: this.#access.loginToken(), to: path })
    return `http://${LOCAL}:${this.port}/enter?${query.toString()}`
  }

  /** How many other processes follow that project through this host; browsers do not count. */
  followers(project: ProjectId): number {
    return this.#hub.followers(project)
  }

  /** For this host only; what the user chooses in the settings is remembered instead. */
  setRemote(
    remote: { address: string; port: number } | null,
  ): Promise<Result<AccessView, Rejection>> {
    return this.#remote.set(remote)
  }

  /** A code that pairs one device. */
  pair(): Promise<HostReply<'pair'>> {
    return this.#remote.calls.pair({}, { kind: 'process' })
  }

  /** Followers still get all news from before the call. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    clearInterval(this.#review)
    this.#unsubscribe()
    // Accepts no new clients, while connected ones still get news.
    const closed = Promise.all([closeServer(this.#server), this.#remote.close()])
    await this.#hub.close()
    await this.#sockets.close()
    await closed
  }

  #serve(server: Server, listener: () => Listener): void {
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      this.#reviewAccess()
      void this.#routes.answer(request, response, listener())
    }
    server.on('connection', (socket: Socket) => this.#unknown.add(socket))
    server.on('request', answer)
    // This client waits before it sends its body: if possible it is answered without it.
    server.on('checkContinue', answer)
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.#reviewAccess()
      answerUpgrade(
        { request, socket, head },
        {
          gate: this.#gate,
          sockets: this.#sockets,
          unknown: this.#unknown,
          listener: listener(),
        },
      )
    })
  }

  /** Another host of this user may have ended a session. */
  #reviewAccess(): void {
    if (this.#access.state === this.#knownAccess) return
    this.#accessChanged()
    void this.#remote.follow()
  }

  #accessChanged(): void {
    this.#knownAccess = this.#access.state
    const { allowedHosts } = this.#access.state
    const hasLost = ({ sessionId, listener, host, via }: Admission): boolean =>
      (sessionId !== null && !this.#access.hasSession(sessionId)) ||
      (listener.kind === 'remote' && listener !== this.#remote.listener) ||
      viaOf(host, listener, allowedHosts) !== via
    this.#sockets.closeWhere(hasLost)
    this.#routes.closeWhere(hasLost)
    this.#hub.add({ project: null, event: { type: 'access-changed' } })
  }
}
