import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Transaction } from '../../../src/fleet/database/transaction.ts'
import { HeldJournal } from '../../../src/fleet/journal/held-journal.ts'
import { readOn } from '../../../src/fleet/journal/journal-rows.ts'
import { lockItem } from '../../../src/fleet/runs/item-row.ts'
import { ItemWrites } from '../../../src/fleet/runs/item-writes.ts'
import { entry, heldJournalSuite, type JournalPlace } from '../../ports/journal-suite.ts'
import { FleetDatabase } from '../world/fleet-database.ts'

let database: FleetDatabase

beforeAll(async () => {
  database = await FleetDatabase.make()
})

afterAll(() => database[Symbol.asyncDispose]())

/** Its transaction ends when the next one begins. */
heldJournalSuite('PostgreSQL', async (): Promise<JournalPlace> => {
  const { pool } = database
  const item = await newItem()
  let commit = (): Promise<void> => Promise.resolve()
  return {
    open: async () => {
      await commit()
      return new Promise((resolve, reject) => {
        let end = (): void => undefined
        const ended = new Promise<void>((done) => (end = done))
        const committed = Transaction.run(pool, async (transaction) => {
          const given = (await lockItem(transaction, item))?.given ?? 0
          const { standing } = await readOn(transaction, item, 0)
          const writes = new ItemWrites(transaction, item, given)
          resolve(new HeldJournal({ writes, end: { standing, given }, appended: () => undefined }))
          await ended
          writes.flush()
        })
        committed.catch(reject)
        commit = () => {
          end()
          return committed
        }
      })
    },
    tear: async () => {
      await commit()
      const writer = new pg.Client({ connectionString: database.url })
      await writer.connect()
      await writer.query('begin')
      const values = [item, JSON.stringify(entry(99))]
      await writer.query('insert into sdd.journal (item, seq, entry) values ($1, 99, $2)', values)
      await writer.end()
      return false
    },
    cutTo: () => Promise.reject(new Error('its row is locked')),
    [Symbol.asyncDispose]: () => commit(),
  }
})

it('an item that goes takes its journal, its attempts and its timers with it', async () => {
  const { pool } = database
  const [gone, stays] = [await newItem(), await newItem()]
  for (const item of [gone, stays]) {
    await pool.query('insert into sdd.journal (item, seq, entry) values ($1, 1, $2)', [item, '{}'])
    await pool.query(`insert into sdd.timers (item, name) values ($1, 'wait')`, [item])
    await pool.query(
      `insert into sdd.attempts (agent_id, item, queue, state) values ($1, $2, 'x', 'fenced')`,
      [`agent_${item}`, item],
    )
  }
  await pool.query('delete from sdd.items where id = $1', [gone])
  for (const table of ['journal', 'timers', 'attempts']) {
    const { rows } = await pool.query(`select item from sdd.${table} where item in ($1, $2)`, [
      gone,
      stays,
    ])
    expect(rows).toEqual([{ item: stays }])
  }
})

async function newItem(): Promise<number> {
  const project = randomBytes(6).toString('hex')
  await database.pool.query(
    `insert into sdd.projects (id, repository, base) values ($1, 'x', 'main')`,
    [project],
  )
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into sdd.items (project, kind, name) values ($1, 'spec', 'alpha') returning id`,
    [project],
  )
  return rows[0]?.id ?? 0
}
