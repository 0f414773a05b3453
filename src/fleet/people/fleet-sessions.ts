import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { DeviceId } from '../../contracts/ids.ts'
import { isRole } from '../../contracts/roles.ts'
import type { ByBearer } from '../../host/server/gate.ts'
import { cookieValues } from '../../host/server/login/session-cookie.ts'
import type { Session, Sessions } from '../../host/server/sessions.ts'
import type { Database } from '../database/database.ts'
import { hashOf } from '../secrets.ts'

const SEEN_EVERY_MS = 60_000

interface Columns {
  id: string
  name: string
  role: string
  cookieHash: string | null
  keyHash: string
}

const SELECTED = `select id, name, role, cookie_hash as "cookieHash", key_hash as "keyHash" from sdd.sessions`

/**
 * The sessions in the database. Requests are judged synchronously, so `load` has to read their
 * sessions first.
 */
export class FleetSessions implements Sessions {
  readonly state: { allowedHosts: readonly string[] }
  readonly #database: Database
  readonly #port: () => number
  /** Browsers by the hash of their cookie. */
  readonly #browsers = new Map<string, Session>()
  /** Command lines by the hash of their key. */
  readonly #terminals = new Map<string, Session>()
  readonly #seenAt = new Map<string, number>()
  #ids: ReadonlySet<string> = new Set()

  constructor(database: Database, allowedHosts: readonly string[], port: () => number) {
    this.#database = database
    this.state = { allowedHosts }
    this.#port = port
  }

  /** Must be awaited before the request is judged. */
  async load({ headers }: IncomingMessage): Promise<void> {
    const bearer = /^Bearer (.{20,200})$/.exec(headers.authorization ?? '')?.[1]
    const cookies = cookieValues(headers.cookie, this.#port()).slice(0, 5).map(hashOf)
    const keys = bearer === undefined ? [] : [hashOf(bearer)]
    if (cookies.length + keys.length === 0) return
    const { rows } = await this.#database.query<Columns>(
      `${SELECTED} where cookie_hash = any ($1) or (cookie_hash is null and key_hash = any ($2))`,
      [cookies, keys],
    )
    for (const hash of cookies) this.#browsers.delete(hash)
    for (const hash of keys) this.#terminals.delete(hash)
    for (const row of rows)
      if (row.cookieHash === null) this.#terminals.set(row.keyHash, sessionOf(row))
      else this.#browsers.set(row.cookieHash, sessionOf(row))
  }

  /** Reads who still has access. */
  async refresh(): Promise<void> {
    const { rows } = await this.#database.query<{ id: string }>('select id from sdd.sessions')
    this.#ids = new Set(rows.map(({ id }) => id))
  }

  hasSession(id: string): boolean {
    return this.#ids.has(id)
  }

  sessionOf(cookie: string): Session | null {
    return this.#browsers.get(hashOf(cookie)) ?? null
  }

  isKeyOf({ keyHash }: Session, key: string): boolean {
    return timingSafeEqual(Buffer.from(keyHash, 'hex'), Buffer.from(hashOf(key), 'hex'))
  }

  readonly byBearer: ByBearer = (given) => {
    const session = this.#terminals.get(hashOf(given))
    if (session === undefined || session.role === undefined) return null
    this.markSeen(session.id)
    const { id, name, role } = session
    return {
      caller: { kind: 'device', id: id as DeviceId, name, role, isTerminal: true },
      sessionId: id,
    }
  }

  markSeen(id: string): void {
    const now = Date.now()
    if (now - (this.#seenAt.get(id) ?? 0) < SEEN_EVERY_MS) return
    this.#seenAt.set(id, now)
    this.#database
      .query('update sdd.sessions set seen_at = now() where id = $1', [id])
      .catch(() => this.#seenAt.delete(id))
  }

  /** Nobody counts as local in a fleet. */
  isLoginToken(): boolean {
    return false
  }

  takeTicket(): boolean {
    return false
  }
}

const sessionOf = ({ id, name, role, keyHash }: Columns): Session => ({
  id,
  kind: 'device',
  name,
  keyHash,
  role: isRole(role) ? role : 'viewer',
})
