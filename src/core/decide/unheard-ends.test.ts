import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../contracts/journal.ts'
import { Simulation, type BareCommand } from '../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../testkit/simulation/virtual-spec.ts'
import { sessionOf } from '../state/session.ts'

const EDITS_SPEC: Deed = {
  writes: true,
  ticks: 0,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
  mischief: 'spec',
}

const START: BareCommand = { type: 'start', go: [], nogo: [], agent: null }

function started(command = START): Simulation {
  const world = new Simulation()
  world.command(command)
  world.drain()
  return world
}

function atWork(world: Simulation) {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  return agent
}

/** Performs effects and handles events until an entry of this type is journalled. */
function stepsTo(world: Simulation, type: JournalEntry['type']): void {
  const { length } = world.journal
  while (!world.journal.slice(length).some((entry) => entry.type === type))
    if (!world.step()) throw new Error(`no ${type}`)
}

function expectRestored(world: Simulation): void {
  expect(world.state).toMatchObject({ status: 'paused', guarded: null })
  expect(world.disk.specJson).toMatchObject({ documentReview: { status: 'pending' } })
  expect(world.disk.specJson).not.toHaveProperty('agents')
}

describe('what an agent wrote into spec.json is put back', () => {
  it('A1 when its run is stopped between its end and the look at the disk', () => {
    const world = started()
    world.endAgent(atWork(world), EDITS_SPEC)
    world.command({ type: 'stop' })
    world.drain()
    expectRestored(world)
  })

  it('A1 when it is recalled and the budget lets no one be launched in its place', () => {
    const world = started()
    const agent = atWork(world)
    agent.ranMs = 600_000
    world.command({ type: 'budget', minutes: 4 })
    world.drain()
    world.disk.perform(agent.launch, EDITS_SPEC)
    world.command({ type: 'tell', text: 'use fewer parts', now: true })
    world.drain()
    expectRestored(world)
  })

  it('A1 when the host dies a third time right after the end of the agent', () => {
    const world = started()
    for (let crashes = 0; crashes < 2; crashes++) {
      world.vanish(atWork(world))
      world.crash()
      world.restart()
      world.drain()
    }
    world.endAgent(atWork(world), EDITS_SPEC)
    stepsTo(world, 'agent.ended')
    world.crash()
    world.restart()
    world.drain()
    expect(world.state.reason).toBe('crash-loop')
    expectRestored(world)
  })

  it('A1 when it is recalled and the run is stopped before anyone takes its place', () => {
    const world = started()
    world.disk.perform(atWork(world).launch, EDITS_SPEC)
    world.command({ type: 'tell', text: 'use fewer parts', now: true })
    stepsTo(world, 'agent.ended')
    world.command({ type: 'stop' })
    world.queue.unshift(...world.queue.splice(-1))
    world.drain()
    expectRestored(world)
  })

  it('A1 when it ended while no host was there, and its run is stopped before it is recovered', () => {
    const world = started()
    world.crash()
    world.endAgent(atWork(world), EDITS_SPEC)
    world.restart()
    world.command({ type: 'stop' })
    world.drain()
    expectRestored(world)
  })

  it('A1 when the host died between the stop and the end of its agent', () => {
    const world = started()
    world.command({ type: 'stop' })
    stepsTo(world, 'run.paused')
    world.crash()
    world.endAgent(atWork(world), EDITS_SPEC)
    world.restart()
    world.drain()
    expectRestored(world)
  })

  it('A1 when the host died between its end and the look at the disk, and the run is stopped', () => {
    const world = started()
    world.endAgent(atWork(world), EDITS_SPEC)
    stepsTo(world, 'agent.ended')
    world.crash()
    world.restart()
    world.command({ type: 'stop' })
    world.drain()
    expectRestored(world)
  })

  it('A1 when its host died over it for the twelfth time', () => {
    const world = started()
    for (let crashes = 0; crashes < 12; crashes++) {
      world.crash()
      if (crashes === 11) world.endAgent(atWork(world), EDITS_SPEC)
      world.restart()
      world.drain()
    }
    expect(world.state.reason).toBe('crash-loop')
    expectRestored(world)
  })

  it('A1 when its run timed out and was reset before its end was seen', () => {
    const world = started()
    const agent = atWork(world)
    world.disk.perform(agent.launch, EDITS_SPEC)
    world.queue.push({ type: 'step.timed-out', at: '', key: agent.launch.key, afterMs: 1 })
    stepsTo(world, 'run.failed')
    world.command({ type: 'reset' })
    world.queue.unshift(...world.queue.splice(-1))
    stepsTo(world, 'run.reset')
    world.drain()
    expect(world.state).toMatchObject({ status: 'idle', guarded: null })
    expect(world.disk.specJson).not.toHaveProperty('agents')
  })

  it('A1 and what the user edits after such a stop counts', () => {
    const world = started()
    world.endAgent(atWork(world), { ...EDITS_SPEC, mischief: null }, outcome())
    world.command({ type: 'stop' })
    world.drain()
    world.disk.specJson = { ...world.disk.specJson, budget: { usd: 9 } }
    world.command({ type: 'resume' })
    world.drain()
    expect(world.disk.specJson['budget']).toEqual({ usd: 9 })
    expect(world.journal.map(({ type }) => type)).not.toContain('spec.restored')
  })
})

it('A1 a NOGO given with a start holds although the host died before spec.json had it', () => {
  const world = new Simulation()
  world.command({ ...START, nogo: ['design'] })
  stepsTo(world, 'run.started')
  world.crash()
  world.restart()
  world.drain()
  expect(sessionOf(world.journal)[0]).toMatchObject({ type: 'permission.changed', go: false })
  world.endAgent(atWork(world), { ...EDITS_SPEC, mischief: null })
  world.drain()
  expect(world.state).toMatchObject({ status: 'completed', reason: 'nogo', phase: 'design' })
})

it('A1 a permit or a budget that comes while the disk is read stands after the agent ends', () => {
  const world = new Simulation()
  world.command(START)
  world.command({ type: 'permit', go: [], nogo: ['impl'] })
  world.command({ type: 'budget', usd: 4 })
  world.drain()
  world.endAgent(atWork(world), EDITS_SPEC)
  world.drain()
  expect(world.disk.specJson).toMatchObject({
    autoExecution: { permissions: { impl: false } },
    budget: { usd: 4 },
  })
})
