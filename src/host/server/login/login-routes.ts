import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, sendPage } from '../http-answers.ts'
import { deviceNameOf } from './device-name.ts'
import type { Listener, Via } from '../host-names.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { ownCommand } from '../../shell/own-command.ts'
import type { SessionSecrets, Sessions } from '../sessions.ts'
import {
  LOGGED_IN_POLICY,
  continuePage,
  joinPage,
  languageOf,
  loginPage,
  pairPage,
  type LoginProblem,
} from './login-pages.ts'
import { sessionCookie } from './session-cookie.ts'

const MAX_FORM_BYTES = 64 * 1024
const MAX_KEY = 500
const COUNTED_CHARS = 8

export interface Visit {
  request: IncomingMessage
  response: ServerResponse
  path: string
  query: URLSearchParams
  via: Via
  listener: Listener
}

interface LoginOptions {
  access: Sessions
  /** For someone who is known to use this computer; null where nobody can be. */
  enter: () => SessionSecrets | null
  /** Takes a code that lets one device in; null when there is no such code. */
  pair: (code: string, name: string) => SessionSecrets | null | Promise<SessionSecrets | null>
  attempts: LoginAttempts
  /**
   * In a fleet people join by invitation, and nobody counts as local. A proxy gives all of them one
   * address, and codes are too long to be guessed: failures are counted by the beginning of a code.
   */
  isFleet?: true
  /** Called after a new session was created. */
  entered: () => void
}

interface Trial {
  /** The token or code that was given. */
  tried: string
  /** Where to go afterwards. */
  to?: string | null
}

const STATUS: Record<LoginProblem, number> = { wrong: 401, 'too-many': 429, 'too-large': 413 }

/** How the user gets a session: with the link this computer prints, or with a code. */
export class LoginRoutes {
  readonly #options: LoginOptions

  constructor(options: LoginOptions) {
    this.#options = options
  }

  /** False if the address is not about login. */
  async answer(visit: Visit): Promise<boolean> {
    const route = `${visit.request.method} ${visit.path}`
    if (route === 'GET /enter') this.#enterByLink(visit)
    else if (route === 'POST /enter') await this.#enterByForm(visit)
    else if (route === 'GET /pair') this.#showPairing(visit)
    else if (route === 'POST /pair') await this.#pair(visit)
    else return false
    return true
  }

  refuse(visit: Visit, problem: LoginProblem | null, tried = ''): void {
    const { request, response, via } = visit
    const isFleet = this.#isFleet
    const command = via === 'local' && !isFleet ? `${ownCommand(process.env)} open` : null
    const language = languageOf(request.headers['accept-language'])
    const html = loginPage(language, { problem, command, isFleet })
    const status = problem === null ? 401 : STATUS[problem]
    sendPage(response, { status, html, headers: this.#retryAfter(visit, tried) })
  }

  get #isFleet(): boolean {
    return this.#options.isFleet === true
  }

  #enterByLink(visit: Visit): void {
    const token = visit.query.get('token') ?? ''
    const { access } = this.#options
    if (visit.via === 'local' && (access.isLoginToken(token) || access.takeTicket(token)))
      return this.#letIn(visit, this.#options.enter(), { tried: token, to: visit.query.get('to') })
    this.refuse(visit, token === '' ? null : this.#failure(visit, token), token)
  }

  async #enterByForm(visit: Visit): Promise<void> {
    const form = await formOf(visit)
    if (form === null) return this.refuse(visit, 'too-large')
    const key = (form.get('key') ?? '').trim().slice(0, MAX_KEY)
    const { token, code } = keyParts(key)
    if (visit.via === 'local' && this.#options.access.isLoginToken(token))
      return this.#letIn(visit, this.#options.enter(), { tried: token })
    const name = deviceNameOf(null, visit.request.headers['user-agent'])
    this.#letIn(visit, await this.#paired(visit, code, name), { tried: code })
  }

  /** Only shows a form: the preview of a link must not use up the code. */
  #showPairing({ request, response, query }: Visit): void {
    const language = languageOf(request.headers['accept-language'])
    const code = (query.get('code') ?? '').slice(0, MAX_KEY)
    const deviceName = deviceNameOf(null, request.headers['user-agent'])
    const html = this.#isFleet ? joinPage(language, code) : pairPage(language, { code, deviceName })
    sendPage(response, { status: 200, html })
  }

  async #pair(visit: Visit): Promise<void> {
    const form = await formOf(visit)
    if (form === null) return this.refuse(visit, 'too-large')
    const name = deviceNameOf(form.get('name'), visit.request.headers['user-agent'])
    const code = (form.get('code') ?? '').slice(0, MAX_KEY)
    this.#letIn(visit, await this.#paired(visit, code, name), { tried: code })
  }

  async #paired(visit: Visit, code: string, name: string): Promise<SessionSecrets | null> {
    if (this.#options.attempts.waitOf(this.#countedAs(visit, code)) !== null) return null
    return this.#options.pair(code, name)
  }

  #failure(visit: Visit, tried: string): LoginProblem {
    const { attempts } = this.#options
    const key = this.#countedAs(visit, tried)
    const mayTry = attempts.waitOf(key) === null
    attempts.failed(key)
    return mayTry ? 'wrong' : 'too-many'
  }

  #retryAfter(visit: Visit, tried: string): Record<string, string> {
    const seconds = this.#options.attempts.waitOf(this.#countedAs(visit, tried))
    return seconds === null ? {} : { 'retry-after': String(seconds) }
  }

  #countedAs({ request }: Visit, tried: string): string {
    return this.#isFleet ? tried.slice(0, COUNTED_CHARS) : (request.socket.remoteAddress ?? '')
  }

  #letIn(visit: Visit, secrets: SessionSecrets | null, { tried, to = null }: Trial): void {
    if (secrets === null) return this.refuse(visit, this.#failure(visit, tried), tried)
    const { request, response, listener } = visit
    const { cookie, key } = secrets
    this.#options.entered()
    sendPage(response, {
      status: 200,
      html: continuePage(languageOf(request.headers['accept-language']), { key, to: ownPath(to) }),
      headers: {
        'set-cookie': sessionCookie(cookie, listener),
        'content-security-policy': LOGGED_IN_POLICY,
        // The address of this page may contain the token.
        'referrer-policy': 'no-referrer',
      },
    })
  }
}

/** Users may enter a whole link in place of a token or a code. */
function keyParts(key: string): { token: string; code: string } {
  if (!URL.canParse(key)) return { token: key, code: key }
  const { searchParams } = new URL(key)
  return { token: searchParams.get('token') ?? '', code: searchParams.get('code') ?? '' }
}

async function formOf(visit: Visit): Promise<URLSearchParams | null> {
  const body = await readBody(visit, MAX_FORM_BYTES)
  return body === null ? null : new URLSearchParams(body)
}

/** Only our own paths: `//x` and `/\x` lead a browser to another host. */
const ownPath = (to: string | null): string =>
  to !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(to) ? to : '/'
