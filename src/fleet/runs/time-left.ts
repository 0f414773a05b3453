import type { Transaction } from '../database/transaction.ts'
import type { News } from '../jobs/news.ts'

interface Due {
  item: number
  name: string
  news: News
}

/**
 * A step has its time from when a worker was given it: no step is too slow because all workers are
 * busy or away. True when it has some left, and its timer is set to the end of that.
 */
export async function hasTimeLeft(
  transaction: Transaction,
  { item, name, news }: Due,
): Promise<boolean> {
  if (news.type !== 'timed-out') return false
  const { rowCount } = await transaction.query(
    `insert into sdd.timers (item, name, news, due)
     select $1, $2, $3, due
     from (
       select coalesce(claimed_at, now()) + $4 * interval '1 millisecond' as due
       from sdd.attempts where agent_id = $5 and state in ('queued', 'claimed')
     ) as step
     where due > now()`,
    [item, name, JSON.stringify(news), news.afterMs, news.agentId],
  )
  return rowCount === 1
}
