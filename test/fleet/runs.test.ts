import { expect, it } from 'vitest'
import { FleetWorld } from './fleet-world.ts'

it('F1 a start is journalled and its first step waits for a worker, in one transaction', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const item = await world.newSpec('login')
  expect(await world.start(one, item)).toMatchObject({ ok: true })
  console.log(await world.types(item), world.errors)
  const { rows } = await world.database.pool.query('select agent_id, state, queue, job from sdd.attempts')
  console.log(rows)
  expect(await world.start(one, item)).toMatchObject({ ok: false, error: { code: 'ALREADY_EXECUTING' } })
  const given = await one.calls.claim({ id: 'w1', pools: ['default'] })
  console.log(given)
})
