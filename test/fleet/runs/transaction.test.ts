import { afterAll, beforeAll, expect, it } from 'vitest'
import { Transaction } from '../../../src/fleet/database/transaction.ts'
import { ItemWrites } from '../../../src/fleet/runs/item-writes.ts'
import { FleetDatabase } from '../world/fleet-database.ts'

let database: FleetDatabase

beforeAll(async () => {
  database = await FleetDatabase.make()
  await database.pool.query('create table kept (name text primary key, worth int)')
})
afterAll(() => database[Symbol.asyncDispose]())

const insert = (name: string, worth: number) => ({
  about: name,
  statement: 'insert into kept (name, worth) values ($1, $2)',
  values: [name, worth],
})
const remove = (name: string) => ({
  about: name,
  statement: 'delete from kept where name = $1',
  values: [name],
})

const all = async (at: Pick<Transaction, 'query'>): Promise<unknown[]> =>
  (await at.query('select name, worth from kept order by name')).rows

it('what is written together is there for what is asked next, and after the commit', async () => {
  const seen = await Transaction.run(database.pool, async (transaction) => {
    transaction.send(insert('a', 1))
    transaction.send(insert('b', 2))
    return all(transaction)
  })
  expect(seen).toEqual([
    { name: 'a', worth: 1 },
    { name: 'b', worth: 2 },
  ])
  await Transaction.run(database.pool, async (transaction) => {
    transaction.send(remove('a'))
    transaction.send(remove('b'))
  })
  const { rows } = await database.pool.query('select from kept')
  expect(rows).toEqual([])
})

it('what is about the same is written in its order', async () => {
  const seen = await Transaction.run(database.pool, async (transaction) => {
    transaction.send(insert('c', 1))
    transaction.send(remove('c'))
    transaction.send(insert('c', 3))
    return all(transaction)
  })
  expect(seen).toEqual([{ name: 'c', worth: 3 }])
})

it('one that fails undoes all of them, also those that came before', async () => {
  const attempt = Transaction.run(database.pool, async (transaction) => {
    transaction.send(insert('d', 1))
    await all(transaction)
    transaction.send({ ...insert('d', 2), about: 'again' })
  })
  await expect(attempt).rejects.toThrow('rolled back')
  const { rows } = await database.pool.query(`select from kept where name = 'd'`)
  expect(rows).toEqual([])
})

it('nothing is kept of a transaction that takes an item for another than it is', async () => {
  const { pool } = database
  await pool.query(`insert into sdd.projects (id, repository, base) values ('shop', 'x', 'main')`)
  const { rows } = await pool.query<{ id: number }>(
    `insert into sdd.items (project, kind, name, given) values ('shop', 'spec', 'alpha', 2)
     returning id`,
  )
  const [item] = rows
  const attempt = Transaction.run(pool, async (transaction) => {
    transaction.send(insert('e', 1))
    const writes = new ItemWrites(transaction, item?.id ?? 0, 1)
    writes.head('moved')
    writes.flush()
  })
  await expect(attempt).rejects.toThrow('rolled back')
  expect((await pool.query(`select given, head from sdd.items`)).rows).toEqual([
    { given: 2, head: null },
  ])
  expect((await pool.query(`select from kept where name = 'e'`)).rows).toEqual([])
})
