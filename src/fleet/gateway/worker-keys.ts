import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { hashOf, newCode, secret } from '../secrets.ts'

export interface KnownWorker {
  id: string
  name: string
  pools: string[]
}

export interface Enrolled {
  id: string
  key: string
}

export const CODE_MINUTES = 60

/** Enrols one worker, once, within the hour. */
export async function makeCode(database: Database, pools: readonly string[]): Promise<string> {
  const code = newCode()
  await database.query(
    `insert into sdd.codes (code_hash, pools, expires_at)
     values ($1, $2, now() + $3 * interval '1 minute')`,
    [hashOf(code), pools, CODE_MINUTES],
  )
  return code
}

/** Null when there is no such code, or it is used up or too old. */
export async function enrol(
  database: Database,
  { code, name }: { code: string; name: string },
): Promise<Enrolled | null> {
  const [id, key] = [`worker_${randomBytes(6).toString('hex')}`, secret()]
  const { rowCount } = await database.query(
    `with used as (
       delete from sdd.codes where code_hash = $1 returning pools, expires_at
     )
     insert into sdd.workers (id, name, key_hash, pools)
     select $2, $3, $4, pools from used where expires_at > now()`,
    [hashOf(code), id, name, hashOf(key)],
  )
  return rowCount === 1 ? { id, key } : null
}

/** Null for an unknown key, or when its worker was revoked. */
export async function workerOf(database: Database, key: string): Promise<KnownWorker | null> {
  const { rows } = await database.query<KnownWorker>(
    'select id, name, pools from sdd.workers where key_hash = $1 and revoked_at is null',
    [hashOf(key)],
  )
  return rows[0] ?? null
}

export async function isAdmitted(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from sdd.workers where id = $1 and revoked_at is null',
    [id],
  )
  return rowCount === 1
}

/** Unknown ids count as revoked. */
export async function revokedAmong(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ id: string }>(
    'select id from sdd.workers where id = any ($1) and revoked_at is null',
    [ids],
  )
  const admitted = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !admitted.has(id)))
}

/** False when no worker has that name or id, or it was already revoked. */
export async function revoke(database: Database, nameOrId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update sdd.workers set revoked_at = now() where $1 in (id, name) and revoked_at is null`,
    [nameOrId],
  )
  return rowCount !== null && rowCount > 0
}
