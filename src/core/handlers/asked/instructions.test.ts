import { expect, it } from 'vitest'
import { Simulation } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

function start(world: Simulation): void {
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
}

function tell(world: Simulation, text: string, now = false): void {
  world.command({ type: 'tell', text, now })
  world.drain()
}

function works(world: Simulation): void {
  for (const agent of world.working()) world.endAgent(agent, GOOD)
  world.drain()
}

const instructionsSent = (world: Simulation): string[][] =>
  world.launches.map((launch) => launch.instructions)

it('what the user tells goes to the next agent that is launched, once', () => {
  const world = new Simulation()
  start(world)
  tell(world, 'Keep it short.')
  tell(world, 'No passwords.')
  works(world)
  works(world)
  expect(instructionsSent(world)).toEqual([[], ['Keep it short.', 'No passwords.'], []])
  expect(world.launches[1]?.isReminder).toBe(false)
  const given = world.journal.flatMap((entry) =>
    entry.type === 'step.started' ? [entry.instructions.length] : [],
  )
  expect(given).toEqual([0, 2, 0])
})

it('what is told while nothing runs waits for the next run, also of a host that was restarted', () => {
  const world = new Simulation()
  tell(world, 'Keep it short.')
  world.crash()
  world.restart()
  expect(world.state.instructions).toEqual(['Keep it short.'])
  start(world)
  expect(instructionsSent(world)).toEqual([['Keep it short.']])
})

it('now: the agent is stopped and continues in its session, with these words alone', () => {
  const world = new Simulation()
  start(world)
  tell(world, 'Keep it short.', true)
  expect(world.launches.at(-1)).toMatchObject({
    phase: 'requirements',
    key: { attempt: 2 },
    resumeSessionId: 'session-1',
    instructions: ['Keep it short.'],
    isReminder: true,
  })
  expect(world.state.status).toBe('running')
  expect(world.working()).toHaveLength(1)
  works(world)
  expect(world.launches.at(-1)).toMatchObject({ phase: 'design', instructions: [] })
})

it('now: a session that cannot be resumed is begun again, and the words are not lost', () => {
  const world = new Simulation()
  start(world)
  tell(world, 'Keep it short.', true)
  const failed = outcome({ status: 'failed', cause: 'agent-error', sessionId: null })
  for (const agent of world.working()) world.endAgent(agent, null, failed)
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({
    resumeSessionId: null,
    instructions: ['Keep it short.'],
    isReminder: false,
  })
})

it('an agent that is stopped before it has done its work hears it again', () => {
  const world = new Simulation()
  tell(world, 'Keep it short.')
  start(world)
  world.command({ type: 'stop' })
  world.command({ type: 'resume' })
  world.drain()
  expect(instructionsSent(world)).toEqual([['Keep it short.'], ['Keep it short.']])
})

it('now: with nothing at work it waits for the next launch', () => {
  const world = new Simulation()
  tell(world, 'Keep it short.', true)
  expect(world.state).toMatchObject({ status: 'idle', instructions: ['Keep it short.'] })
})

it('X14 now: a host that dies at any moment of it launches one agent again, with the words', () => {
  for (let steps = 0; steps < 12; steps++) {
    const world = new Simulation()
    start(world)
    world.command({ type: 'tell', text: 'Keep it short.', now: true })
    for (let step = 0; step < steps; step++) world.step()
    world.crash()
    world.restart()
    world.drain()
    const isReported = world.journal.some((entry) => entry.type === 'instruction.added')
    expect({ steps, working: world.working().length }).toEqual({ steps, working: 1 })
    const isRecalled = world.journal.some((entry) => entry.type === 'agent.recalled')
    if (isReported && isRecalled)
      expect(world.launches.at(-1)?.instructions).toEqual(['Keep it short.'])
  }
})

it('stop works in the middle of it', () => {
  const world = new Simulation()
  start(world)
  world.command({ type: 'tell', text: 'Keep it short.', now: true })
  world.command({ type: 'stop' })
  world.drain()
  expect(world.state).toMatchObject({ status: 'paused', reason: 'user' })
  expect(world.working()).toEqual([])
  world.command({ type: 'resume' })
  world.drain()
  expect(instructionsSent(world).at(-1)).toEqual(['Keep it short.'])
})
