import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { JournalFeed } from '../../../src/fleet/journal/journal-feed.ts'
import { PgJournal } from '../../../src/fleet/journal/pg-journal.ts'
import { entry, journalSuite, type JournalPlace } from '../../ports/journal-suite.ts'
import { FleetDatabase } from '../world/fleet-database.ts'

let database: FleetDatabase
let feed: JournalFeed

beforeAll(async () => {
  database = await FleetDatabase.make()
  feed = await JournalFeed.open(database.url)
})

afterAll(async () => {
  await feed[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

journalSuite('PostgreSQL', async (): Promise<JournalPlace> => {
  const { pool } = database
  const item = await newItem()
  const opened: PgJournal[] = []
  return {
    open: async (flush) => {
      const journal = await PgJournal.open({ database: pool, item, feed, ...(flush && { flush }) })
      opened.push(journal)
      return journal
    },
    tear: async () => {
      const writer = new pg.Client({ connectionString: database.url })
      await writer.connect()
      await writer.query('begin')
      const values = [item, JSON.stringify(entry(99))]
      await writer.query('insert into sdd.journal (item, seq, entry) values ($1, 99, $2)', values)
      await writer.end()
      return false
    },
    cutTo: async (version) => {
      await pool.query('delete from sdd.journal where item = $1 and seq > $2', [item, version])
    },
    [Symbol.asyncDispose]: async () => {
      for (const journal of opened) journal.close()
    },
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
