import type pg from 'pg'
import type { AgentId } from '../../contracts/ids.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'

/** Heard by everyone who shows agents. */
export const AGENT_CHANNEL = 'sdd_agent'

type AttemptState = 'queued' | 'claimed' | 'ended' | 'stopped' | 'lost' | 'fenced'

export interface AttemptRow {
  agentId: AgentId
  item: number
  /** Null for an attempt that was fenced before it was started. */
  request: StepRequest | null
  queue: string
  job: string | null
  state: AttemptState
  worker: string | null
  head: string | null
  ended: StepEnd | null
}

interface Columns extends Omit<AttemptRow, 'request' | 'ended' | 'agentId'> {
  agent_id: AgentId
  request: string | null
  ended: string | null
}

const COLUMNS = 'agent_id, item, request, queue, job, state, worker, head, ended'

const attemptOf = ({ agent_id: agentId, request, ended, ...row }: Columns): AttemptRow => ({
  ...row,
  agentId,
  request: request === null ? null : (JSON.parse(request) as StepRequest),
  ended: ended === null ? null : (JSON.parse(ended) as StepEnd),
})

export async function readAttempt(
  database: Database,
  agentId: AgentId,
): Promise<AttemptRow | null> {
  const { rows } = await database.query<Columns>(
    `select ${COLUMNS} from sdd.attempts where agent_id = $1`,
    [agentId],
  )
  return rows[0] ? attemptOf(rows[0]) : null
}

/** What decides whether a worker may end the attempt; all null when there is no such attempt. */
export interface AttemptStanding extends Pick<AttemptRow, 'queue' | 'job' | 'worker'> {
  state: AttemptState | null
  /** Null for a worker that was revoked. */
  isDraining: boolean | null
}

export async function standingOf(
  database: Database,
  agentId: AgentId,
  worker: string,
): Promise<AttemptStanding> {
  const { rows } = await database.query<AttemptStanding & pg.QueryResultRow>(
    `select queue, job, worker, state, is_draining as "isDraining"
     from (values (true)) as one
       left join sdd.attempts on agent_id = $1
       left join sdd.workers on workers.id = $2 and revoked_at is null`,
    [agentId, worker],
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is always one')
  return row
}

/** The attempts of an item that may still do something. */
export async function openAttempts(database: Database, item: number): Promise<AttemptRow[]> {
  const { rows } = await database.query<Columns>(
    `select ${COLUMNS} from sdd.attempts where item = $1 and state in ('queued', 'claimed')`,
    [item],
  )
  return rows.map(attemptOf)
}

type NewAttempt = Omit<AttemptRow, 'worker' | 'ended'>

/** A key names one attempt: the table refuses a second one with the same key. */
export function addAttempt(database: Transaction, row: NewAttempt): void {
  const { agentId, item, request, queue, job, state, head } = row
  database.send({
    about: aboutAttempt(agentId),
    statement: `insert into sdd.attempts (agent_id, item, request, queue, job, state, head)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [agentId, item, request && JSON.stringify(request), queue, job, state, head],
  })
}

const aboutAttempt = (agentId: AgentId): string => `attempt ${agentId}`

/** Only for an attempt that is known to be current. */
export function endCurrent(database: Transaction, agentId: AgentId, ended: StepEnd): void {
  database.send({
    about: aboutAttempt(agentId),
    statement: `update sdd.attempts set state = 'ended', ended = $2, ended_at = now()
     where agent_id = $1`,
    values: [agentId, JSON.stringify(ended)],
  })
}

/** Null when it had already ended: then it stays as it was. */
export async function endAttempt(
  database: Database,
  agentId: AgentId,
  { state, ended = null }: { state: AttemptState; ended?: StepEnd | null },
): Promise<{ worker: string | null } | null> {
  const { rows } = await database.query<{ worker: string | null }>(
    `update sdd.attempts set state = $2, ended = $3, ended_at = now()
     where agent_id = $1 and state in ('queued', 'claimed')
     returning worker, pg_notify('sdd_agent', agent_id)`,
    [agentId, state, ended && JSON.stringify(ended)],
  )
  return rows[0] ?? null
}
