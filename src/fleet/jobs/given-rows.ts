import type pg from 'pg'
import type { Database } from '../database/database.ts'

/** Who asks for a step, and under which claim. */
export interface Taker {
  worker: string
  claim: string
}

/** A step that was taken from its queue, with what its worker needs to know about the item. */
export interface GivenRow {
  agentId: string
  item: number
  request: string
  head: string | null
  queue: string
  job: string
  worker: string
  claim: string
  repository: string
  base: string
  record: string
  comments: string
  settings: string
  /** The commits of its own refs; null when an earlier version left them. */
  refs: string | null
}

const GIVEN_COLUMNS = `agent_id as "agentId", item, request, given.head, queue, job, worker, claim,
  repository, base, record, comments, settings, refs`

/**
 * Takes jobs from the queue and gives each taker at most one step, in one statement. It never waits
 * for another transaction's lock: a step that is being stopped at that moment is given to nobody.
 */
export const giving = (fetch: string): string => `with fetched as (${lookedUpById(fetch)}),
  numbered as (
    select data->>'agentId' as agent_id, row_number() over () as place from fetched
  ),
  free as (
    select free.agent_id, place from numbered cross join lateral (
      select attempts.agent_id from sdd.attempts
      where attempts.agent_id = numbered.agent_id and state = 'queued'
      for update skip locked
    ) free
  ),
  given as (
    update sdd.attempts
    set state = 'claimed', worker = taker.worker, claim = taker.claim, claimed_at = now()
    from free join unnest($1::text[], $2::text[]) with ordinality as taker (worker, claim, place)
      using (place)
    where attempts.agent_id = free.agent_id
    returning attempts.agent_id, item, request, head, queue, job, attempts.worker, attempts.claim
  )
  select numbered.agent_id is not null as "isFetched", ${GIVEN_COLUMNS}
  from numbered left join given using (agent_id)
    left join sdd.items on items.id = item left join sdd.projects on projects.id = project
  order by place`

const JOINED = /FROM next\s+WHERE (name = '[^']*') AND j\.id = next\.id/

/**
 * PostgreSQL keeps the plan of a prepared statement. One made while there were few jobs joins them
 * by scanning the whole table; this form always looks them up by id.
 */
function lookedUpById(fetch: string): string {
  if (!JOINED.test(fetch)) throw new Error('pg-boss takes jobs in another way than was expected')
  return fetch.replace(JOINED, 'WHERE $1 AND j.id = any (array(select id from next))')
}

/** The step this worker still holds under that claim: the first answer may have been lost. */
export async function givenBefore(
  database: Database,
  worker: string,
  claim: string,
): Promise<GivenRow | null> {
  const { rows } = await database.query<GivenRow & pg.QueryResultRow>(
    `select ${GIVEN_COLUMNS}
     from sdd.attempts given join sdd.items on items.id = item
       join sdd.projects on projects.id = project
     where worker = $1 and claim = $2 and state = 'claimed'`,
    [worker, claim],
  )
  return rows[0] ?? null
}
