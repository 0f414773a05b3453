import { expect, it } from 'vitest'
import type { AgentInfo } from '../../src/contracts/launch/agent.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

it('a live host says what an agent does, in its status, its agents and its news, until it ends', async () => {
  await using world = new ProjectWorld({
    scenario: {
      overrides: [
        {
          phase: 'design',
          uses: { name: 'Bash', input: { command: 'npm test' } },
          hold: 'design',
        },
      ],
    },
  })
  const host = await world.open()
  const spec = await world.newSpec('cart')
  const told: AgentInfo[] = []
  host.subscribe((event) => {
    if (event.type === 'agent') told.push(event.agent)
  })
  const run = world.run(spec)
  const doing = { verb: 'run', target: 'npm test' }
  await expect
    .poll(async () => {
      const reply = await host.call('status', { item: spec })
      return reply.ok ? reply.value[0]?.now : null
    })
    .toMatchObject(doing)
  const agents = await host.call('agents', {})
  expect(agents.ok && agents.value.find(({ endedAt }) => endedAt === null)?.now).toMatchObject(
    doing,
  )
  world.mock.release('design')
  await run
  const after = await host.call('status', { item: spec })
  expect(after.ok && after.value[0]?.now).toBeNull()
  const ended = told.filter(({ endedAt }) => endedAt !== null)
  expect(ended.length).toBeGreaterThan(0)
  expect(ended.every(({ now }) => now === null)).toBe(true)
})
