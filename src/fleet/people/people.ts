import { isRole, type Role } from '../../contracts/roles.ts'
import type { Database } from '../database/database.ts'

export interface Person {
  id: string
  name: string
  role: Role
  pairedAt: string
  seenAt: string
}

interface Columns {
  id: string
  name: string
  role: string
  createdAt: Date
  seenAt: Date
}

/** Each browser and each command line that has access. */
export async function listPeople(database: Database): Promise<Person[]> {
  const { rows } = await database.query<Columns>(
    `select id, name, role, created_at as "createdAt", seen_at as "seenAt"
     from sdd.sessions order by created_at`,
  )
  return rows.map(({ id, name, role, createdAt, seenAt }) => ({
    id,
    name,
    role: isRole(role) ? role : 'viewer',
    pairedAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
}

/** False when there is no such session. */
export async function removePerson(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query('delete from sdd.sessions where id = $1', [id])
  return rowCount === 1
}
