import { randomBytes } from 'node:crypto'
import type { Role } from '../../contracts/roles.ts'
import type { SessionSecrets } from '../../host/server/sessions.ts'
import type { Database } from '../database/database.ts'
import { hashOf, newCode, secret } from '../secrets.ts'

const INVITED_MINUTES = 60

interface Invited {
  name: string
  role: Role
}

export interface Invitation {
  code: string
  expiresAt: string
}

/** Lets one browser or one command line in, once, within the hour. */
export async function invite(database: Database, { name, role }: Invited): Promise<Invitation> {
  const code = newCode()
  const { rows } = await database.query<{ expiresAt: Date }>(
    `insert into sdd.invitations (code_hash, name, role, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 minute') returning expires_at as "expiresAt"`,
    [hashOf(code), name, role, INVITED_MINUTES],
  )
  return { code, expiresAt: (rows[0]?.expiresAt ?? new Date()).toISOString() }
}

/** Null when there is no such code, or it is used up or too old. A command line has no cookie. */
export async function redeem(
  database: Database,
  code: string,
  of: 'browser' | 'terminal',
): Promise<(SessionSecrets & Invited & { id: string }) | null> {
  const [id, cookie, key] = [`device_${randomBytes(8).toString('hex')}`, secret(), secret()]
  const { rows } = await database.query<Invited>(
    `with used as (
       delete from sdd.invitations where code_hash = $1 returning name, role, expires_at
     )
     insert into sdd.sessions (id, name, role, cookie_hash, key_hash)
     select $2, name, role, $3, $4 from used where expires_at > now() returning name, role`,
    [hashOf(code.trim()), id, of === 'browser' ? hashOf(cookie) : null, hashOf(key)],
  )
  return rows[0] ? { ...rows[0], id, cookie, key } : null
}
