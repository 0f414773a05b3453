import { workItemSchema, type AgentId } from '../../contracts/ids.ts'
import { agentInfoSchema, type AgentInfo } from '../../contracts/launch/agent.ts'
import { endedInfo } from '../../host/agents/folder/agent-info.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import type { Database } from '../database/database.ts'

const MAX_AGENTS = 500

interface Columns {
  project: string
  request: string
  kind: string
  name: string
  worker: string | null
  state: string
  ended: string | null
  info: string | null
  claimedAt: Date | null
  endedAt: Date | null
}

const SELECTED = `select project, request, kind, items.name, workers.name as worker, state, ended, info,
    claimed_at as "claimedAt", ended_at as "endedAt"
  from sdd.attempts join sdd.items on items.id = item
  left join sdd.workers on workers.id = attempts.worker`

/** The latest agents of the project that were given to a worker, oldest first. */
export async function agentsOf(database: Database, project: string): Promise<AgentInfo[]> {
  const { rows } = await database.query<Columns>(
    `${SELECTED} where project = $1 and request is not null and claimed_at is not null
     order by claimed_at desc limit ${MAX_AGENTS}`,
    [project],
  )
  return rows.reverse().flatMap((row) => infoOf(row) ?? [])
}

/** Null when the project has no such agent. */
export async function agentOf(
  database: Database,
  project: string,
  agentId: AgentId,
): Promise<AgentInfo | null> {
  const { rows } = await database.query<Columns>(
    `${SELECTED} where project = $1 and agent_id = $2 and request is not null
     and claimed_at is not null`,
    [project, agentId],
  )
  return rows[0] ? infoOf(rows[0]) : null
}

/** The current state of these agents, each with its project. */
export async function agentsNamed(
  database: Database,
  agentIds: readonly string[],
): Promise<{ project: string; agent: AgentInfo }[]> {
  const { rows } = await database.query<Columns>(
    `${SELECTED} where agent_id = any ($1) and request is not null and claimed_at is not null`,
    [agentIds],
  )
  return rows.flatMap((row) => {
    const agent = infoOf(row)
    return agent === null ? [] : [{ project: row.project, agent }]
  })
}

function infoOf(row: Columns): AgentInfo | null {
  const request = JSON.parse(row.request) as StepRequest
  if (request.kind !== 'agent') return null
  const { key, phase, round, agent } = request.launch
  const startedAt = (row.claimedAt ?? new Date(0)).toISOString()
  const begun: AgentInfo = {
    ...key,
    item: workItemSchema.parse({ kind: row.kind, name: row.name }),
    phase,
    round,
    agent,
    model: null,
    startedAt,
    sessionId: null,
    status: 'running',
    pid: null,
    endedAt: null,
    lastOutputAt: null,
    usage: null,
    message: null,
    question: null,
    now: { verb: 'start', target: agent, since: startedAt },
    ...(row.worker !== null && { worker: row.worker }),
  }
  const reported = row.info === null ? null : agentInfoSchema.safeParse(JSON.parse(row.info))
  // A worker's claims about another item, or about its own name, are ignored.
  const live = reported?.success
    ? { ...reported.data, ...key, item: begun.item, ...(begun.worker && { worker: begun.worker }) }
    : begun
  if (row.state === 'claimed') return live
  const end = row.ended === null ? null : (JSON.parse(row.ended) as StepEnd)
  const endedAt = (row.endedAt ?? row.claimedAt ?? new Date(0)).toISOString()
  if (end === null)
    return { ...live, status: 'failed', endedAt, now: null, question: null, message: LOST }
  return endedInfo(live, { outcome: end.outcome, endedAt })
}

const LOST = 'its worker was not heard of in time'
