import { expect, it } from 'vitest'
import { Transaction } from '../../../src/fleet/database/transaction.ts'
import { Jobs } from '../../../src/fleet/jobs/jobs.ts'
import { FleetDatabase } from '../world/fleet-database.ts'

const DONE = 1000
/** After so many executions PostgreSQL keeps a plan. */
const UNTIL_KEPT = 10

it('to give a step reads no more when there were many before', async () => {
  await using database = await FleetDatabase.make()
  await using jobs = await Jobs.start(database.url, { reportError: () => undefined })
  const queue = await jobs.queueOf('default')
  // Always on the pool's one idle connection, whose statements are prepared.
  const readToGive = (): Promise<number> =>
    Transaction.run(database.pool, async (transaction) => {
      const before = await readJobs(transaction)
      await jobs.giveSteps(transaction, 'default', [{ worker: 'one', claim: 'first' }])
      return (await readJobs(transaction)) - before
    })
  const send = (steps: number): Promise<void> =>
    Transaction.run(database.pool, async (transaction) => {
      for (let item = 0; item < steps; item++)
        await jobs.sendStep(
          transaction,
          { queue, afterSeconds: 0 },
          { item, agentId: `agent_${item}` },
        )
    })
  await send(UNTIL_KEPT)
  for (let times = 0; times < UNTIL_KEPT; times++) await readToGive()
  await send(DONE)
  await database.pool.query(`update pgboss.job set state = 'completed'`)
  expect(await readToGive()).toBeLessThan(DONE / 2)
})

/** Job rows read so far, as PostgreSQL counts them for this transaction. */
async function readJobs(transaction: Transaction): Promise<number> {
  const { rows } = await transaction.query<{ read: number }>(
    `select seq_tup_read + idx_tup_fetch as read
     from pg_stat_xact_user_tables where relname = 'job_common'`,
  )
  return rows[0]?.read ?? 0
}
