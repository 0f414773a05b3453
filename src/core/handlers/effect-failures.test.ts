import { expect, it } from 'vitest'
import { Simulation } from '../../testkit/simulation/simulation.ts'
import type { EffectFailure } from '../decide/events.ts'

/** The next look at the disk fails. */
function failToRead(world: Simulation): void {
  while (world.pending[0]?.type !== 'read-facts') if (!world.step()) throw new Error('no look')
  const look = world.pending.shift()
  if (look?.type !== 'read-facts') throw new Error('no look')
  const rejection: EffectFailure['rejection'] = { code: 'NOT_FOUND', item: world.state.item }
  const failure: EffectFailure = { reason: 'host-failed', detail: 'EIO', rejection }
  world.queue.push({ type: 'facts.failed', at: world.now, cause: look.cause, failure })
}

it('what an agent left running is stopped when nobody could look at its work', () => {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [] })
  world.drain()
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, null)
  failToRead(world)
  while (world.pending.length > 0) world.step()
  world.step()
  expect(world.pending).toContainEqual({ type: 'stop-agent', key: agent.launch.key })
  world.drain()
  expect(world.state).toMatchObject({ status: 'error', reason: 'host-failed' })
})
