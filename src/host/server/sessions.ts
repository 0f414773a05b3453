import type { Role } from '../../contracts/roles.ts'

export interface Session {
  id: string
  kind: 'local' | 'device'
  name: string
  keyHash: string
  /** In a fleet. */
  role?: Role
}

/** What a browser is given to come in with; neither half is kept here, and neither is enough. */
export interface SessionSecrets {
  cookie: string
  key: string
}

/** Who may come in, for those who look at requests. */
export interface Sessions {
  readonly state: { allowedHosts: readonly string[] }
  /** The session of a cookie, which alone is worth no more than the files of the page. */
  sessionOf(cookie: string): Session | null
  isKeyOf(session: Session, key: string): boolean
  markSeen(id: string): void
  isLoginToken(given: string): boolean
  takeTicket(secret: string): boolean
}
