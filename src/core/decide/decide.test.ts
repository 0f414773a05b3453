import { expect, it } from 'vitest'
import { Simulation } from '../../testkit/simulation/simulation.ts'
import { outcome } from '../../testkit/simulation/virtual-spec.ts'

function started(): Simulation {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  return world
}

const GONE = ['lost', 'not-started', 'signal'] as const

it.each(GONE)('R15 an agent that vanishes (%s) while its host lives has failed', (cause) => {
  const world = started()
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, null, outcome({ status: 'failed', cause, exitCode: null }))
  world.drain()
  expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
  expect(world.launches).toHaveLength(1)
})

it('X14 an agent that never started before its host died is launched again', () => {
  const world = started()
  world.forgetAgents()
  world.crash()
  world.restart()
  world.drain()
  expect(world.launches.map((launch) => launch.key.attempt)).toEqual([1, 2])
  expect(world.state.status).toBe('running')
})
