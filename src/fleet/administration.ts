import type { Database } from './database/database.ts'

export interface FleetProject {
  id: string
  repository: string
  base: string
  pool: string
}

export async function addProject(
  database: Database,
  { id, repository, base, pool, settings }: FleetProject & { settings: string },
): Promise<void> {
  await database.query(
    `insert into sdd.projects (id, repository, base, pool, settings) values ($1, $2, $3, $4, $5)
     on conflict (id) do update
     set repository = $2, base = $3, pool = $4, settings = $5
     returning pg_notify('sdd_projects', '')`,
    [id, repository, base, pool, settings],
  )
}

export async function listProjects(database: Database): Promise<FleetProject[]> {
  const { rows } = await database.query<FleetProject>(
    'select id, repository, base, pool from sdd.projects order by id',
  )
  return rows
}

/** False when there is no such project, or it still has items. */
export async function removeProject(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `delete from sdd.projects
     where id = $1 and not exists (select from sdd.items where project = $1)
     returning pg_notify('sdd_projects', '')`,
    [id],
  )
  return rowCount === 1
}

export interface FleetStatus {
  workers: {
    id: string
    name: string
    pools: string[]
    lastHeardAt: Date | null
    isRevoked: boolean
    steps: number
  }[]
  attempts: { project: string; kind: string; name: string; state: string; worker: string | null }[]
}

export async function fleetStatus(database: Database): Promise<FleetStatus> {
  const workers = await database.query<FleetStatus['workers'][number]>(
    `select id, name, pools, last_heard_at as "lastHeardAt", revoked_at is not null as "isRevoked",
       (select count(*) from sdd.attempts where worker = workers.id and state = 'claimed') as steps
     from sdd.workers order by name`,
  )
  const attempts = await database.query<FleetStatus['attempts'][number]>(
    `select project, kind, items.name, state, workers.name as worker
     from sdd.attempts join sdd.items on items.id = item
     left join sdd.workers on workers.id = worker
     where state in ('queued', 'claimed') order by made_at`,
  )
  return { workers: workers.rows, attempts: attempts.rows }
}
