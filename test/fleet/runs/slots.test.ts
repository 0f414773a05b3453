import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Transaction } from '../../../src/fleet/database/transaction.ts'
import { PgSlots, type PgSlotsParts } from '../../../src/fleet/slots/pg-slots.ts'
import type { SlotLimits } from '../../../src/fleet/slots/slot-rows.ts'
import { slotsSuite } from '../../ports/slots-suite.ts'
import { FleetDatabase } from '../world/fleet-database.ts'
import { WAIT } from '../world/wait.ts'

let database: FleetDatabase

beforeAll(async () => void (database = await FleetDatabase.make()))
afterAll(() => database[Symbol.asyncDispose]())

const newLine = (): string => randomBytes(6).toString('hex')

interface Claimant {
  line: string
  party?: string
  groups?: string[]
  limits: PgSlotsParts['limits']
  heard?: string[]
  act?: PgSlotsParts['act']
}

const slotsOf = ({ party = 'one', groups = ['all'], heard, ...more }: Claimant): PgSlots =>
  new PgSlots({
    act: (act) => Transaction.run(database.pool, act),
    ...more,
    party,
    groups,
    grantedElsewhere: async (_, holder) => void heard?.push(holder),
  })

slotsSuite(
  'PostgreSQL',
  (limit) => slotsOf({ line: newLine(), limits: () => ({ all: limit() }) }),
  8,
)

const claim = (holder: string, told: string[]) => ({
  holder,
  isAtWork: false,
  granted: () => void told.push(holder),
})

it('F6 serves projects in turn, each in its own order', async () => {
  const line = newLine()
  const told: string[] = []
  const limits = (): SlotLimits => ({ all: 1 })
  const [big, small] = ['big', 'small'].map((party) =>
    slotsOf({ line, party, limits, heard: told }),
  )
  for (const holder of ['big 1', 'big 2', 'big 3', 'big 4']) await big?.acquire(claim(holder, told))
  for (const holder of ['small 1', 'small 2']) await small?.acquire(claim(holder, told))
  for (let held = 0; held < 6; held++) await big?.release(told[held] ?? '')
  expect(told).toEqual(['big 1', 'small 1', 'big 2', 'small 2', 'big 3', 'big 4'])
})

it('F6 a group that is full holds up none but its own', async () => {
  const line = newLine()
  const told: string[] = []
  const limits = (): SlotLimits => ({ 'kind:bug': 1, 'pool:one': 3 })
  const bugs = slotsOf({ line, groups: ['kind:bug', 'pool:one'], limits, heard: told })
  const specs = slotsOf({ line, groups: ['kind:spec', 'pool:one'], limits, heard: told })
  for (const holder of ['bug 1', 'bug 2']) await bugs.acquire(claim(holder, told))
  for (const holder of ['spec 1', 'spec 2', 'spec 3']) await specs.acquire(claim(holder, told))
  expect(told).toEqual(['bug 1', 'spec 1', 'spec 2'])
  await bugs.release('bug 1')
  expect(told).toEqual(['bug 1', 'spec 1', 'spec 2', 'bug 2'])
})

it('F6 never gives more slots than there are to many who ask at once', async () => {
  const line = newLine()
  const told: string[] = []
  const limits = (): SlotLimits => ({ all: 3 })
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      slotsOf({ line, party: `p${index % 3}`, limits, heard: told }).acquire(
        claim(`${index}`, told),
      ),
    ),
  )
  expect(told).toHaveLength(3)
  const { rows } = await database.pool.query(
    'select count(*) filter (where is_holding) as holding, count(*) as all from sdd.slots where line = $1',
    [line],
  )
  expect(rows).toEqual([{ holding: 3, all: 20 }])
})

it('where nothing is limited no one waits for someone who is just coming in or leaving', async () => {
  const line = newLine()
  const told: string[] = []
  const limits = (): SlotLimits => ({})
  await Transaction.run(database.pool, async (transaction) => {
    const mine = slotsOf({ line, limits, act: (act) => act(transaction) })
    const others = slotsOf({ line, limits })
    await mine.acquire(claim('mine', told))
    await others.acquire(claim('other', told))
    await mine.release('mine')
    await others.release('other')
  })
  expect(told).toEqual(['mine', 'other'])
})

it('who waits when a limit is lifted comes in with the next who comes or leaves', async () => {
  const line = newLine()
  const told: string[] = []
  const limited = slotsOf({ line, limits: () => ({ all: 1 }), heard: told })
  for (const holder of ['one', 'two']) await limited.acquire(claim(holder, told))
  const free = slotsOf({ line, limits: () => ({}), heard: told })
  await free.acquire(claim('three', told))
  expect(told).toEqual(['one', 'two', 'three'])
  await limited.acquire(claim('four', told))
  await free.release('one')
  expect(told).toEqual(['one', 'two', 'three', 'four'])
})

it('who is held by a new limit counts those who were just coming in without one', async () => {
  const line = newLine()
  const told: string[] = []
  const limits = async (): Promise<SlotLimits> => {
    const { rows } = await database.pool.query<{ at_most: number }>(
      'select at_most from sdd.limits where name = $1',
      [line],
    )
    return rows[0] ? { [line]: rows[0].at_most } : {}
  }
  const mine = { line, groups: [line], limits }
  let second: Promise<void> = Promise.resolve()
  await Transaction.run(database.pool, async (transaction) => {
    await slotsOf({ ...mine, act: (act) => act(transaction) }).acquire(claim('first', told))
    second = database.pool
      .query('insert into sdd.limits values ($1, 1)', [line])
      .then(() => slotsOf(mine).acquire(claim('second', told)))
    await Promise.race([second, someoneWaits()])
  })
  await second
  expect(told).toEqual(['first'])
})

/** Resolves when someone waits for a lock that another transaction holds. */
const someoneWaits = (): Promise<void> =>
  vi.waitFor(async () => {
    const { rows } = await database.pool.query('select from pg_locks where not granted')
    expect(rows).not.toEqual([])
  }, WAIT)
