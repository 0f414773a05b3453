import { expect, it } from 'vitest'
import type { AgentOutcome } from '../../../contracts/launch/agent.ts'
import { hostKeyOf } from '../../decide/host-step.ts'
import { Simulation } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'

function started(): Simulation {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  return world
}

const WELL_DONE: Deed = {
  writes: true,
  ticks: 10,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

/** Loses the running agent; false when none is running. */
function lose(world: Simulation, cause: AgentOutcome['cause'], message: string): boolean {
  const key = world.launches.at(-1)?.key
  if (world.state.status !== 'running' || key === undefined) return false
  const end = outcome({ status: 'failed', cause, sessionId: null, message })
  world.queue.push({ type: 'agent.lost', at: world.now, key, outcome: end, ranMs: null })
  world.drain()
  return true
}

it.each([
  {
    what: 'an agent that is gone in a row is launched 12 times',
    cause: 'lost' as const,
    most: 12,
    said: 'its agent was gone before it had ended, 12 times in a row',
  },
  {
    what: 'one that never began is launched 100 times',
    cause: 'not-started' as const,
    most: 100,
    said: 'its work is not done after 100 launches',
  },
])('X1 $what, and not for ever', ({ cause, most, said }) => {
  const world = started()
  let lost = 0
  while (lost < 1000 && lose(world, cause, 'no answer')) lost++
  expect(lost).toBe(most)
  const detail = `${said} (no answer); resume to try again`
  expect(world.state).toMatchObject({ status: 'paused', reason: 'crash-loop', detail })
  expect(world.notices.at(-1)).toMatchObject({ kind: 'run.paused', needsPerson: true })
})

it('X1 an agent that was gone some times and then never began is not said to have never begun', () => {
  const world = started()
  for (let lost = 0; lost < 11; lost++) lose(world, 'lost', 'killed')
  for (let lost = 11; lost < 100; lost++) lose(world, 'not-started', 'no answer')
  const detail = 'its work is not done after 100 launches (no answer); resume to try again'
  expect(world.state).toMatchObject({ status: 'paused', reason: 'crash-loop', detail })
})

it('X1 what was lost before is forgotten when its step has begun anew after a resume', () => {
  const world = started()
  for (let lost = 0; lost < 12; lost++) lose(world, 'lost', '')
  expect(world.state).toMatchObject({ status: 'paused', reason: 'crash-loop' })
  world.command({ type: 'resume' })
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ phase: 'requirements', key: { attempt: 1 } })
  expect(lose(world, 'lost', '')).toBe(true)
  expect(world.state).toMatchObject({ status: 'running' })
})

function workUntilCheck(world: Simulation): void {
  for (let steps = 0; steps < 50 && world.state.hostStep?.work.kind !== 'check'; steps++) {
    for (const step of world.hostWork()) world.endHostWork(step)
    for (const agent of world.working()) world.endAgent(agent, WELL_DONE)
    world.drain()
  }
}

it('X1 a check that is gone twenty times is not begun again; it counts as stopped, and resume runs it', () => {
  const world = new Simulation()
  world.disk.plan = {
    hasGit: true,
    checks: [{ name: 'test', command: ['npm', 'test'], in: null, timeoutMs: 60_000 }],
  }
  world.holdsHostWork = true
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  workUntilCheck(world)
  let lost = 0
  for (; lost < 1000 && world.state.hostStep !== null; lost++) {
    const key = hostKeyOf(world.state)
    const end = outcome({ status: 'failed', cause: 'lost', sessionId: null, message: 'gone' })
    world.queue.push({
      type: 'host-step.lost',
      at: world.now,
      key,
      outcome: end,
      ranMs: null,
      result: null,
    })
    world.drain()
  }
  expect(lost).toBe(20)
  expect(world.state).toMatchObject({ status: 'paused', reason: 'crash-loop', hostStep: null })
  expect(world.state.detail).toContain(
    'check test was gone before it had ended, 20 times in a row (gone)',
  )
  const checked = world.journal.findLast(({ type }) => type === 'check.completed')
  expect(checked).toMatchObject({ name: 'test', result: 'stopped' })
  world.command({ type: 'resume' })
  world.drain()
  workUntilCheck(world)
  expect(world.state.hostStep?.work).toMatchObject({ kind: 'check', name: 'test' })
})
