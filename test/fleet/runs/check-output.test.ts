import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { FleetWorld } from '../world/fleet-world.ts'
import { person } from '../world/person.ts'
import { WAIT } from '../world/wait.ts'

it('what a check printed reaches the agent that repairs it on another worker, and the person who is asked', async () => {
  await using world = await FleetWorld.make({}, { record: true })
  const gate = join(world.root, 'go')
  const failing = `printf 'expected %s, got %s' 4 5; while [ ! -f '${gate}' ]; do sleep 0.05; done; exit 1`
  const checks = [{ name: 'test', command: ['sh', '-c', failing] }]
  await world.database.pool.query('update sdd.projects set settings = $1', [
    JSON.stringify({ checks }),
  ])
  const one = await world.coordinator()
  const { worker } = await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, ['deploy'])
  await vi.waitFor(async () => expect(await world.types(item)).toContain('check.started'), WAIT)
  const drained = worker.drain()
  await world.worker(one, 'second')
  writeFileSync(gate, '')
  await drained
  await world.entry(item, 'run.failed')
  const repairs = world.agentCalls().filter(({ phase }) => phase === 'impl')
  expect(repairs.length).toBeGreaterThan(1)
  const [first = '', ...others] = repairs.map(({ agentId }) => world.mock.recorded(agentId).prompt)
  expect(first).not.toContain('expected 4, got 5')
  for (const prompt of others) expect(prompt).toContain('expected 4, got 5')
  const ada = await person(world, one.url, 'viewer')
  try {
    const asked = await ada.call('questions', { item })
    expect(JSON.stringify(asked)).toContain('expected 4, got 5')
  } finally {
    ada.close()
  }
})
