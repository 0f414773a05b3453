import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { DeviceId } from '../../contracts/ids.ts'
import { KEY_HEADER, keyInProtocols } from '../../contracts/launch/session-key.ts'
import { cookieValues } from './login/session-cookie.ts'
import { isOwnOrigin, viaOf, type Listener, type Via } from './host-names.ts'
import type { Caller } from './served.ts'
import type { Session, Sessions } from './sessions.ts'

/** A session with access. */
export interface Admission {
  caller: Caller
  /** Null for a process of this user, which has the token of this host. */
  sessionId: string | null
  listener: Listener
  /** The host name of the request, and where it says that the request came from. */
  host: string | undefined
  via: Via
}

type Refusal = { status: 403 | 421; message: string }

/** Pages that links on other sites may open; all others are only for our own pages. */
const LINKED = /^\/(enter|pair|p\/.*)?$/

/** Identifies another process by the secret in its header, instead of by cookie and key. */
export type ByBearer = (secret: string, via: Via) => Pick<Admission, 'caller' | 'sessionId'> | null

/** The token of one host: whoever has it is a process of the same user. */
export function ownToken(token: string): ByBearer {
  const known = digest(token)
  return (given, via) =>
    via === 'local' && timingSafeEqual(digest(given), known)
      ? { caller: { kind: 'process' }, sessionId: null }
      : null
}

export class Gate {
  readonly #access: Sessions
  readonly #byBearer: ByBearer

  constructor(access: Sessions, byBearer: ByBearer) {
    this.#access = access
    this.#byBearer = byBearer
  }

  /** Checks where a request comes from, not yet who sends it. Ignores forwarded headers. */
  check(request: IncomingMessage, listener: Listener): Via | Refusal {
    const { host, origin } = request.headers
    const via = viaOf(host, listener, this.#access.state.allowedHosts)
    if (via === null) return { status: 421, message: 'no such host here' }
    if (origin !== undefined && !isOwnOrigin(origin, host ?? ''))
      return { status: 403, message: 'a page from elsewhere has no access' }
    if (origin === undefined && changesSomething(request) && !hasBearer(request))
      return { status: 403, message: 'an Origin header is needed' }
    if (isFromElsewhere(request) && !isFollowedLink(request))
      return { status: 403, message: 'a page from elsewhere has no access' }
    return via
  }

  /** Null for anyone without the token of this host or the cookie and key of a session. */
  admit(request: IncomingMessage, listener: Listener, via: Via): Admission | null {
    const place = { listener, host: request.headers.host, via }
    if (request.headers.authorization !== undefined) {
      const secret = /^Bearer (.+)$/.exec(request.headers.authorization)?.[1]
      const known = secret === undefined ? null : this.#byBearer(secret, via)
      return known && { ...known, ...place }
    }
    const key = keyOf(request)
    if (key === null) return null
    const sessions = this.#sessionsOf(request, listener, via)
    const session = sessions.find((known) => this.#access.isKeyOf(known, key))
    if (session === undefined) return null
    this.#access.markSeen(session.id)
    const caller: Caller =
      session.kind === 'local'
        ? { kind: 'local' }
        : {
            kind: 'device',
            id: session.id as DeviceId,
            name: session.name,
            ...(session.role && { role: session.role }),
          }
    return { caller, sessionId: session.id, ...place }
  }

  /** The page's files contain no secret: the cookie is enough, as a browser sends no more. */
  mayLoadPage(request: IncomingMessage, listener: Listener, via: Via): boolean {
    if (request.headers.authorization !== undefined) return false
    return this.#sessionsOf(request, listener, via).length > 0
  }

  #sessionsOf({ headers }: IncomingMessage, { port }: Listener, via: Via): Session[] {
    return cookieValues(headers.cookie, port).flatMap((cookie) => {
      const session = this.#access.sessionOf(cookie)
      return session === null || (session.kind === 'local' && via !== 'local') ? [] : [session]
    })
  }
}

function keyOf({ headers }: IncomingMessage): string | null {
  const sent = headers[KEY_HEADER]
  if (typeof sent === 'string') return sent
  return keyInProtocols(headers['sec-websocket-protocol'] ?? '')
}

const changesSomething = ({ method, headers }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') || headers.upgrade !== undefined

const hasBearer = ({ headers }: IncomingMessage): boolean =>
  headers.authorization?.startsWith('Bearer ') ?? false

/** To a browser another port of this computer is the same site, but not our page. */
const isFromElsewhere = ({ headers }: IncomingMessage): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))

const isFollowedLink = ({ method, headers, url }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  LINKED.test(url?.split('?')[0] ?? '')

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
