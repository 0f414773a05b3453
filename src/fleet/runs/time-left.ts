import type { Transaction } from '../database/transaction.ts'
import type { News } from '../jobs/news.ts'

interface Due {
  item: number
  name: string
  news: News
}

/**
 * A step's time starts when a worker is given it, so busy or absent workers never make it time out.
 * True when some time is left; then the timer is set again to its end.
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
