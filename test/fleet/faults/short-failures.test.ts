import { expect, it } from 'vitest'
import { Jobs } from '../../../src/fleet/jobs/jobs.ts'
import { idOf } from '../../../src/fleet/runs/item-row.ts'
import { FleetDatabase } from '../world/fleet-database.ts'
import { FleetWorld } from '../world/fleet-world.ts'

it('a timer that cannot be heard holds up no other', async () => {
  await using world = await FleetWorld.make()
  const { pool } = world.database
  const timers = [
    { name: 'bad', news: 'not JSON' },
    { name: 'good', news: JSON.stringify({ type: 'wait-over', runId: 'run_0' }) },
  ]
  for (const [index, { name, news }] of timers.entries()) {
    const item = await idOf(pool, world.ref(await world.newSpec(name)))
    await pool.query(
      `insert into sdd.timers (item, name, news, due)
       values ($1, 'wait', $2, now() - interval '1 hour' + $3 * interval '1 second')`,
      [item, news, index],
    )
  }
  await world.coordinator()
  await expect
    .poll(async () => (await pool.query('select news from sdd.timers')).rows, { timeout: 20_000 })
    .toEqual([{ news: 'not JSON' }])
  expect(String(world.errors[0])).toContain('JSON')
})

it('a queue that could not be made is made when it is needed again', async () => {
  await using database = await FleetDatabase.make()
  const { url, pool } = database
  await using jobs = await Jobs.start(url, { reportError: () => undefined })
  await pool.query('alter table pgboss.queue rename to away')
  await expect(jobs.queueOf('late')).rejects.toThrow()
  await pool.query('alter table pgboss.away rename to queue')
  expect(await jobs.queueOf('late')).toBe('steps/late')
})
