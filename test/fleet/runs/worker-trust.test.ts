import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { allow, waitingHere } from '../../../src/fleet/worker/worker-trust.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

it('T11 what is above a worker’s folder takes effect only after its user has trusted it there', async () => {
  await using world = await FleetWorld.make()
  const above = join(world.root, '.mcp.json')
  writeFileSync(above, '{"mcpServers":{}}')
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, ['inspection'])
  const paused = await world.entry(item, 'run.paused')
  expect(paused).toMatchObject({ reason: 'untrusted' })
  expect(paused.message).toContain(above)
  expect(world.agentCalls()).toEqual([])

  for (const waiting of waitingHere(world.env, join(world.root, 'first'))) allow(waiting)
  const calledBy = { kind: 'person', via: 'cli' } as const
  await one.runs.command(world.ref(item), { type: 'resume', item, calledBy })
  await vi.waitFor(() => expect(world.agentCalls()).not.toEqual([]), WAIT)
})
