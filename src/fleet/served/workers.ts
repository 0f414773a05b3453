import { z } from 'zod'
import type { FoundAgent, WorkerView } from '../../contracts/views/workers.ts'
import type { Database } from '../database/database.ts'
import { LEASE_SECONDS } from '../jobs/lease-seconds.ts'

const foundAgentSchema: z.ZodType<FoundAgent> = z.object({
  name: z.string().max(60),
  version: z.string().max(200).nullable(),
  login: z.enum(['key', 'account', 'none', 'unknown']),
})

/** What a worker says of itself when it connects. */
export const selfSchema = z.object({
  slots: z.number().int().min(1).max(1000),
  version: z.string().max(60),
  agents: z.array(foundAgentSchema).max(50),
})
export type WorkerSelf = z.infer<typeof selfSchema>

/** Heard by everyone who shows workers. */
export const WORKERS_CHANNEL = 'sdd_workers'

interface Columns extends Omit<WorkerView, 'agents' | 'lastHeardAt'> {
  agents: string
  lastHeardAt: Date | null
}

/** The workers that have access. */
export async function listWorkers(database: Database): Promise<WorkerView[]> {
  const { rows } = await database.query<Columns>(
    `select id, name, pools, slots, version, agents, is_draining as "isDraining",
       last_heard_at as "lastHeardAt",
       coalesce(last_heard_at > now() - $1 * interval '1 second', false) as "isOnline",
       (select count(*) from sdd.attempts where worker = workers.id and state = 'claimed') as used
     from sdd.workers where revoked_at is null order by name, id`,
    [LEASE_SECONDS],
  )
  return rows.map((row) => ({
    ...row,
    agents: z.array(foundAgentSchema).parse(JSON.parse(row.agents)),
    lastHeardAt: row.lastHeardAt?.toISOString() ?? null,
  }))
}

export async function introduce(database: Database, id: string, self: WorkerSelf): Promise<void> {
  const { slots, version, agents } = self
  await database.query(
    `update sdd.workers set slots = $2, version = $3, agents = $4, last_heard_at = now()
     where id = $1`,
    [id, slots, version, JSON.stringify(agents)],
  )
  await announceWorkers(database)
}

/** False when no worker with access has that id or name. */
export async function setDraining(database: Database, id: string, on: boolean): Promise<boolean> {
  const { rowCount } = await database.query(
    `update sdd.workers set is_draining = $2 where $1 in (id, name) and revoked_at is null`,
    [id, on],
  )
  await announceWorkers(database)
  return rowCount !== null && rowCount > 0
}

export async function announceWorkers(database: Database): Promise<void> {
  await database.query(`select pg_notify('${WORKERS_CHANNEL}', '')`)
}
