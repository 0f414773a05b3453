import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { describe, errnoOf, isMissing } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { stateFolder } from '../project/state-folder.ts'
import type { SessionSecrets, Sessions } from './sessions.ts'
import { withLock } from './store-lock.ts'

const MAX_LOCAL_SESSIONS = 50
const SEEN_EVERY_MS = 60_000
const TICKET_MS = 2 * 60_000

const sessionSchema = z.object({
  id: z.string(),
  kind: z.enum(['local', 'device']),
  name: z.string(),
  /** SHA-256 of the cookie's secret: reading the file does not give access. */
  hash: z.string(),
  /** SHA-256 of the key that belongs to the cookie; sessions from before keys match none. */
  keyHash: z.string().default(''),
  createdAt: z.string(),
  seenAt: z.string(),
})
type Session = z.infer<typeof sessionSchema>

const ticketSchema = z.object({ hash: z.string(), until: z.string() })
type Ticket = z.infer<typeof ticketSchema>

const accessSchema = z.object({
  loginToken: z.string().nullable(),
  sessions: z.array(sessionSchema),
  remote: z.object({ address: z.string(), port: z.number().int() }).nullable(),
  allowedHosts: z.array(z.string()),
  tickets: z.array(ticketSchema).default([]),
})
type AccessState = z.infer<typeof accessSchema>

const NOTHING: AccessState = {
  loginToken: null,
  sessions: [],
  remote: null,
  allowedHosts: [],
  tickets: [],
}

export function accessFilePath(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), 'access.json')
}

interface StoreOptions {
  now?: () => Date
  warn?: (message: string) => void
}

/** Stores who has access to the hosts of this user. */
export class AccessStore implements Sessions {
  readonly #path: string
  readonly #now: () => Date
  readonly #warn: (message: string) => void
  #state = NOTHING
  #seenFile: string | null = null

  constructor(path: string, options: StoreOptions = {}) {
    this.#path = path
    this.#now = options.now ?? (() => new Date())
    this.#warn = options.warn ?? ((message) => process.emitWarning(message))
  }

  /** The current content of the file: another host may have changed it. */
  get state(): AccessState {
    const file = this.#fingerprint()
    if (file === this.#seenFile) return this.#state
    this.#seenFile = file
    this.#state = this.#read()
    return this.#state
  }

  /** Created on first use and kept from then on, so that old links still work. */
  loginToken(): string {
    const known = this.state.loginToken
    if (known !== null) return known
    const made = randomBytes(32).toString('hex')
    this.#change((state) => ({ ...state, loginToken: state.loginToken ?? made }))
    return this.#state.loginToken ?? made
  }

  /** Locks everyone out: links, browsers and devices. False if that could not be written. */
  renewLogin(): boolean {
    const made = randomBytes(32).toString('hex')
    this.#change((state) => ({ ...state, loginToken: made, sessions: [], tickets: [] }))
    this.#seenFile = null
    return this.state.loginToken === made
  }

  isLoginToken(given: string): boolean {
    const { loginToken } = this.state
    return loginToken !== null && timingSafeEqual(digest(given), digest(loginToken))
  }

  /**
   * Valid once, for a short time. It is passed on the browser's command line, which other users of
   * this computer can read, in place of the login token.
   */
  addTicket(): string {
    const secret = randomBytes(32).toString('hex')
    const until = new Date(this.#now().getTime() + TICKET_MS).toISOString()
    const ticket: Ticket = { hash: digest(secret).toString('hex'), until }
    this.#change((state) => ({ ...state, tickets: [...this.#valid(state.tickets), ticket] }))
    return secret
  }

  takeTicket(secret: string): boolean {
    const hash = digest(secret)
    const fits = (ticket: Ticket): boolean => isSame(ticket.hash, hash)
    if (!this.#valid(this.state.tickets).some(fits)) return false
    let isTaken = false
    this.#change((state) => {
      const tickets = this.#valid(state.tickets)
      isTaken = tickets.some(fits)
      return { ...state, tickets: tickets.filter((ticket) => !fits(ticket)) }
    })
    return isTaken
  }

  addSession(kind: Session['kind'], name: string): SessionSecrets {
    const cookie = randomBytes(32).toString('base64url')
    const key = randomBytes(32).toString('base64url')
    const at = this.#now().toISOString()
    const session: Session = {
      id: `${kind}_${randomBytes(10).toString('hex')}`,
      kind,
      name,
      hash: digest(cookie).toString('hex'),
      keyHash: digest(key).toString('hex'),
      createdAt: at,
      seenAt: at,
    }
    this.#change((state) => ({ ...state, sessions: bounded([...state.sessions, session]) }))
    return { cookie, key }
  }

  /** The session of a cookie, which alone gives access to nothing but the page's files. */
  sessionOf(cookie: string): Session | null {
    const hash = digest(cookie)
    return this.state.sessions.find((session) => isSame(session.hash, hash)) ?? null
  }

  isKeyOf({ keyHash }: Session, key: string): boolean {
    return isSame(keyHash, digest(key))
  }

  hasSession(id: string): boolean {
    return this.state.sessions.some((session) => session.id === id)
  }

  markSeen(id: string): void {
    const now = this.#now()
    const session = this.state.sessions.find((known) => known.id === id)
    if (!session || now.getTime() - Date.parse(session.seenAt) < SEEN_EVERY_MS) return
    const seenAt = now.toISOString()
    this.#change((state) => ({
      ...state,
      sessions: state.sessions.map((known) => (known.id === id ? { ...known, seenAt } : known)),
    }))
  }

  removeSession(id: string): void {
    this.#change((state) => ({
      ...state,
      sessions: state.sessions.filter((session) => session.id !== id),
    }))
  }

  rememberRemote(remote: AccessState['remote']): void {
    this.#change((state) => ({ ...state, remote }))
  }

  allowHosts(allowedHosts: string[]): void {
    this.#change((state) => ({ ...state, allowedHosts }))
  }

  #valid(tickets: Ticket[]): Ticket[] {
    const now = this.#now().toISOString()
    return tickets.filter(({ until }) => until > now)
  }

  #change(next: (state: AccessState) => AccessState): void {
    try {
      preparePersonalFolder(dirname(this.#path))
      withLock(`${this.#path}.lock`, () => this.#write(next(this.state)))
    } catch (error) {
      // If the file cannot be written, the change applies to this host alone.
      this.#warn(`${this.#path} cannot be written: ${describe(error)}`)
      this.#state = next(this.#state)
    }
  }

  #write(state: AccessState): void {
    const temporary = `${this.#path}.${process.pid}.tmp`
    writeFileSync(temporary, `${JSON.stringify(state, null, 2)}\n`, { mode: PERSONAL_MODE })
    renameSync(temporary, this.#path)
    this.#state = state
    this.#seenFile = this.#fingerprint()
  }

  #fingerprint(): string | null {
    try {
      const { ino, mtimeNs, size } = statSync(this.#path, { bigint: true })
      return `${ino} ${mtimeNs} ${size}`
    } catch (error) {
      return errnoOf(error)
    }
  }

  #read(): AccessState {
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if (!isMissing(error)) this.#warn(`${this.#path} cannot be read: ${describe(error)}`)
      return NOTHING
    }
    const parsed = accessSchema.safeParse(parseJson(text))
    return parsed.success ? parsed.data : this.#setAside()
  }

  #setAside(): AccessState {
    const aside = `${this.#path}.broken-${this.#now().getTime()}`
    try {
      renameSync(this.#path, aside)
      this.#seenFile = null
      this.#warn(
        `${this.#path} was damaged and moved to ${aside}; every browser and device needs a new link`,
      )
    } catch (error) {
      this.#warn(`${this.#path} is broken and cannot be moved: ${describe(error)}`)
    }
    return NOTHING
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A browser that forgets its cookies creates a new session every time. */
function bounded(sessions: Session[]): Session[] {
  const surplus = sessions.filter(({ kind }) => kind === 'local').length - MAX_LOCAL_SESSIONS
  const oldest = new Set(
    sessions.filter(({ kind }) => kind === 'local').slice(0, Math.max(0, surplus)),
  )
  return sessions.filter((session) => !oldest.has(session))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function isSame(hex: string, hash: Buffer): boolean {
  const known = Buffer.from(hex, 'hex')
  return known.length === hash.length && timingSafeEqual(known, hash)
}
