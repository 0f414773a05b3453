import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { Gate, type Admission } from '../../host/server/gate.ts'
import type { Listener } from '../../host/server/host-names.ts'
import { HttpRoutes } from '../../host/server/http-routes.ts'
import { LoginAttempts } from '../../host/server/login/login-attempts.ts'
import { LoginRoutes } from '../../host/server/login/login-routes.ts'
import { UnknownConnections } from '../../host/server/login/unknown-connections.ts'
import { NewsHub } from '../../host/server/news-hub.ts'
import { createRouter } from '../../host/server/rpc-router.ts'
import type { Served } from '../../host/server/served.ts'
import { Sockets } from '../../host/server/sockets.ts'
import { answerUpgrade } from '../../host/server/upgrade.ts'
import { packageFile } from '../../host/shell/package-files.ts'
import { describe } from '../../host/files/errno.ts'
import { DATABASE_FAILED, isOfDatabase } from '../database/database.ts'
import { accessCalls } from './access-calls.ts'
import { FleetSessions } from './fleet-sessions.ts'
import { redeem } from './invitations.ts'

const REVIEW_MS = 1000

interface PageParts {
  pool: pg.Pool
  served: Served
  listener: () => Listener
  /** Host names, besides its addresses, under which people reach it. */
  allowedHosts: readonly string[]
  /** How people reach it. */
  url: () => string
  now: () => Date
  reportError: (error: unknown) => void
}

/** The page and its calls for the people of a fleet: one machine's server with other sessions. */
export class PageServer implements AsyncDisposable {
  readonly #listener: () => Listener
  readonly #sessions: FleetSessions
  readonly #gate: Gate
  readonly #unknown = new UnknownConnections()
  readonly #routes: HttpRoutes
  readonly #sockets: Sockets
  readonly #hub = new NewsHub()
  readonly #leave: () => void
  readonly #review: NodeJS.Timeout

  constructor({ pool, served, listener, allowedHosts, url, now, reportError }: PageParts) {
    this.#listener = listener
    const sessions = new FleetSessions(pool, allowedHosts, () => listener().port)
    this.#sessions = sessions
    this.#gate = new Gate(sessions, sessions.byBearer)
    const login = new LoginRoutes({
      access: sessions,
      enter: () => null,
      pair: (code) => redeem(pool, code, 'browser'),
      attempts: new LoginAttempts(now),
      isFleet: true,
      entered: () => undefined,
    })
    const { unknown, gate } = { unknown: this.#unknown, gate: this.#gate }
    const webDir = packageFile('dist', 'web')
    this.#routes = new HttpRoutes({ served, gate, login, unknown, webDir })
    const access = accessCalls({
      database: pool,
      url,
      isConnected: (id) => this.#sockets.isConnected(id),
      changed: () => void this.#reviewAccess(),
    })
    const wordsFor = (error: unknown): string => {
      if (!isOfDatabase(error)) return describe(error)
      reportError(error)
      return DATABASE_FAILED
    }
    this.#sockets = new Sockets(createRouter({ served, access, hub: this.#hub, wordsFor }))
    this.#leave = served.subscribe((news) => this.#hub.add(news))
    this.#review = setInterval(() => void this.#reviewAccess(), REVIEW_MS)
  }

  get connections(): number {
    return this.#sockets.size
  }

  /** A connection that has not authenticated yet. */
  came(socket: Socket): void {
    this.#unknown.add(socket)
  }

  /** It has authenticated elsewhere. */
  admitted(socket: Duplex): void {
    this.#unknown.admitted(socket as Socket)
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#sessions.load(request)
    await this.#routes.answer(request, response, this.#listener())
  }

  async upgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    await this.#sessions.load(request)
    const { gate, sockets, unknown } = {
      gate: this.#gate,
      sockets: this.#sockets,
      unknown: this.#unknown,
    }
    const listener = this.#listener()
    answerUpgrade({ request, socket, head }, { gate, sockets, unknown, listener })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#review)
    this.#leave()
    await this.#hub.close()
    await this.#sockets.close()
  }

  /** Closes sessions that were revoked, at whichever coordinator. */
  async #reviewAccess(): Promise<void> {
    if (this.#sockets.isEmpty && !this.#routes.hasStreams) return
    try {
      await this.#sessions.refresh()
    } catch {
      // Without the database no call is answered either.
      return
    }
    const hasLost = ({ sessionId }: Admission): boolean =>
      sessionId !== null && !this.#sessions.hasSession(sessionId)
    this.#sockets.closeWhere(hasLost)
    this.#routes.closeWhere(hasLost)
  }
}
