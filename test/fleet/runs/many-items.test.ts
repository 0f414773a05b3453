import { expect, it } from 'vitest'
import { times } from '../world/campaign.ts'
import { FleetWorld } from '../world/fleet-world.ts'

const ITEMS = times('SDD_SHARED', { gate: 4, campaign: 20 })
const LIMIT = 2

it('F6 items share workers and slots: never more than allowed, none lost, none twice', async () => {
  await using world = await FleetWorld.make()
  const { pool } = world.database
  await pool.query(`insert into sdd.limits values ('project:shop', ${LIMIT})`)
  const both = [await world.coordinator(), await world.coordinator()] as const
  await world.worker(both[0], 'first', { slots: LIMIT })
  await world.worker(both[1], 'second', { slots: LIMIT })
  let most = 0
  const count = async (): Promise<void> => {
    const { rows } = await pool.query<{ holding: number }>(
      'select count(*) as holding from sdd.slots where is_holding',
    )
    most = Math.max(most, rows[0]?.holding ?? 0)
  }
  const watching = setInterval(() => void count(), 10)
  const items = await Promise.all(
    Array.from({ length: ITEMS }, (_, index) => world.newSpec(`spec-${index}`)),
  )
  for (const [index, item] of items.entries())
    await world.start(both[index % 2 === 0 ? 0 : 1], item, ['tasks'])
  for (const item of items) await world.entry(item, 'run.completed')
  clearInterval(watching)
  expect(most).toBe(LIMIT)
  for (const item of items) {
    const ends = (await world.journal(item)).filter((entry) => entry.type === 'agent.ended')
    expect(ends.filter(({ status, ignored }) => status === 'completed' && !ignored)).toHaveLength(2)
    const log = world.git(world.repository, 'log', '--format=%s', `feature/${item.name}`)
    expect(log.split('\n')).toEqual([
      `${item.name}: design`,
      `${item.name}: requirements`,
      'The shop',
    ])
  }
  expect(world.errors).toEqual([])
})

it('F6 a step is taken only by workers of its pool', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  await world.worker(one, 'elsewhere', { pools: ['gpu'] })
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  const right = await world.worker(one, 'right')
  await world.entry(item, 'run.completed')
  const { rows } = await world.database.pool.query('select distinct worker from sdd.attempts')
  expect(rows).toEqual([{ worker: right.id }])
})
