import { afterAll, beforeAll, expect, it } from 'vitest'
import { Transaction } from '../../../src/fleet/database/transaction.ts'
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

it('one that changed another number of rows than it should undoes all of them', async () => {
  const wrong = (rows: number | null): void => {
    if (rows !== 1) throw new Error(`${rows} rows`)
  }
  const attempt = Transaction.run(database.pool, async (transaction) => {
    transaction.send({ ...remove('nothing'), check: wrong })
    transaction.send(insert('d', 1))
  })
  await expect(attempt).rejects.toThrow()
  const { rows } = await database.pool.query(`select from kept where name = 'd'`)
  expect(rows).toEqual([])
})
