import type { Role } from '../../contracts/roles.ts'

export interface Session {
  id: string
  kind: 'local' | 'device'
  name: string
  keyHash: string
  /** Only members of a fleet have one. */
  role?: Role
}

/** What a browser needs to get in: both halves. Neither is stored here. */
export interface SessionSecrets {
  cookie: string
  key: string
}

/** Who has access, for code that checks requests. */
export interface Sessions {
  readonly state: { allowedHosts: readonly string[] }
  /** The session of a cookie, which alone gives access to nothing but the page's files. */
  sessionOf(cookie: string): Session | null
  isKeyOf(session: Session, key: string): boolean
  markSeen(id: string): void
  isLoginToken(given: string): boolean
  takeTicket(secret: string): boolean
}
