import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe } from '../files/errno.ts'
import { SECURITY_HEADERS, sendJson, sendText, wantsPage } from './http-answers.ts'
import type { Admission, Gate } from './gate.ts'
import type { Listener } from './host-names.ts'
import { answerLog } from './log-stream.ts'
import type { LoginRoutes, Visit } from './login/login-routes.ts'
import { Places } from './places.ts'
import type { Served } from './served.ts'
import { StaticFiles } from './static-files.ts'
import type { UnknownConnections } from './login/unknown-connections.ts'

interface RouteOptions {
  served: Served
  gate: Gate
  login: LoginRoutes
  unknown: UnknownConnections
  webDir: string | undefined
}

const WHO_AM_I = '/whoami'
const LOGS = '/log/'
/** Each stream keeps a file open. */
const ROOM_FOR_LOGS = { all: 200, ofOne: 40 }

/** Everything except the WebSocket: login, the page's files, the logs. */
export class HttpRoutes {
  readonly #served: Served
  readonly #gate: Gate
  readonly #login: LoginRoutes
  readonly #unknown: UnknownConnections
  readonly #files: StaticFiles
  readonly #streams = new Map<ServerResponse, Admission>()
  readonly #places = new Places(ROOM_FOR_LOGS)

  constructor({ served, gate, login, unknown, webDir }: RouteOptions) {
    this.#served = served
    this.#gate = gate
    this.#login = login
    this.#unknown = unknown
    this.#files = new StaticFiles(webDir)
  }

  get hasStreams(): boolean {
    return this.#streams.size > 0
  }

  closeWhere(fits: (admission: Admission) => boolean): void {
    for (const [response, admission] of this.#streams) if (fits(admission)) response.destroy()
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    listener: Listener,
  ): Promise<void> {
    try {
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value)
      await this.#route(request, response, listener)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      sendJson(response, 500, { message: describe(error) })
    }
  }

  async #route(
    request: IncomingMessage,
    response: ServerResponse,
    listener: Listener,
  ): Promise<void> {
    const via = this.#gate.check(request, listener)
    if (typeof via !== 'string') return sendJson(response, via.status, { message: via.message })
    const [path = '', ...rest] = (request.url ?? '').split('?')
    const query = new URLSearchParams(rest.join('?'))
    const visit = { request, response, path, query, via, listener }
    if (await this.#login.answer(visit)) return
    const admission = this.#gate.admit(request, listener, via)
    if (admission) {
      this.#unknown.admitted(request.socket)
      return this.#answer(visit, admission)
    }
    if (isPageFile(visit) && this.#gate.mayLoadPage(request, listener, via)) {
      this.#unknown.loadsPage(request.socket)
      return this.#files.answer(request, response, path)
    }
    if (wantsPage(request)) return this.#login.refuse(visit, null)
    sendJson(response, 401, { message: 'a token is needed' })
  }

  async #answer({ request, response, path, query }: Visit, admission: Admission): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 404, 'no such address')
    if (path === WHO_AM_I) return sendJson(response, 200, { kind: admission.caller.kind })
    if (!path.startsWith(LOGS)) return this.#files.answer(request, response, path)
    const leave = this.#places.take(admission)
    if (leave === null) return sendJson(response, 503, { message: 'too many logs are open' })
    this.#streams.set(response, admission)
    response.once('close', () => {
      leave()
      this.#streams.delete(response)
    })
    await answerLog(this.#served, response, { path, query })
  }
}

const isPageFile = ({ request: { method }, path }: Visit): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  path !== WHO_AM_I &&
  path !== '/ws' &&
  !path.startsWith(LOGS)
