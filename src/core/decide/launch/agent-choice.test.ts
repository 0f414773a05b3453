import { expect, it } from 'vitest'
import type { AgentProblem } from '../../../contracts/launch/agent.ts'
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

function started(fallback: string[], agent: string | null = null): Simulation {
  const world = new Simulation()
  world.disk.fallback = fallback
  world.command({ type: 'start', go: [], nogo: [], agent })
  world.drain()
  return world
}

function fails(world: Simulation, kind: AgentProblem['kind'], retryAt: string | null = null): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  const problem = { kind, retryAt }
  world.endAgent(agent, null, outcome({ status: 'failed', cause: 'agent-error', problem }))
  world.drain()
}

const launched = (world: Simulation): string[] =>
  world.launches.map(({ agent, phase, key }) => `${agent} ${phase} ${key.attempt}`)

const switches = (world: Simulation): string[] =>
  world.journal.flatMap((entry) =>
    entry.type === 'agent.switched' ? [`${entry.from} > ${entry.to} (${entry.why})`] : [],
  )

it.each(['quota', 'auth', 'overloaded'] as const)(
  'an agent that ends with %s is stood in for by the next of the fallback list, in the same step',
  (kind) => {
    const world = started(['codex', 'gemini'])
    fails(world, kind)
    expect(launched(world)).toEqual(['claude requirements 1', 'codex requirements 2'])
    expect(switches(world)).toEqual([`claude > codex (${kind})`])
    expect(world.state).toMatchObject({ status: 'running', waitingFor: null })
  },
)

it('each agent is tried once for a step, then the run waits; the next step begins with the planned one', () => {
  const world = started(['codex', 'claude', 'gemini'])
  fails(world, 'quota')
  fails(world, 'quota')
  fails(world, 'quota')
  expect(launched(world)).toEqual([
    'claude requirements 1',
    'codex requirements 2',
    'gemini requirements 3',
  ])
  expect(world.state).toMatchObject({ status: 'running', waitingFor: 'quota' })
  world.endWait()
  world.drain()
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, GOOD)
  world.drain()
  expect(launched(world).at(-1)).toBe('claude design 1')
})

it('an agent that is missing at its launch is stood in for, and the start is not refused', () => {
  const world = new Simulation()
  world.disk.fallback = ['codex']
  world.disk.missingAgents.add('claude')
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  expect(launched(world)).toEqual(['codex requirements 1'])
  expect(switches(world)).toEqual(['claude > codex (missing)'])
})

it('a missing agent with no one to stand in for it refuses the start', () => {
  const world = new Simulation()
  world.disk.fallback = ['codex']
  world.disk.missingAgents.add('claude').add('codex')
  const id = world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'AGENT_MISSING' } })
  expect(world.journal).toEqual([])
})

it('the agent the user chose for the run does every phase, and can be stood in for too', () => {
  const world = started(['codex'], 'gemini')
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, GOOD)
  world.drain()
  fails(world, 'quota')
  expect(launched(world)).toEqual(['gemini requirements 1', 'gemini design 1', 'codex design 2'])
})

it('without anyone to stand in, an agent that is not logged in has failed, and says how to log in', () => {
  const world = started([])
  fails(world, 'auth')
  expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
  expect(world.state.detail).toContain('claude is not logged in: start claude and type /login')
  expect(world.journal.at(-1)).toMatchObject({ type: 'run.failed', problem: 'auth' })
})

it('a denied tool that ends an agent is its failure: no one else is tried', () => {
  const world = started(['codex'])
  fails(world, 'denied')
  expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
  expect(world.launches).toHaveLength(1)
})

it('a session is resumed by the agent that began it, never by another one', () => {
  const world = started([])
  world.command({ type: 'stop' })
  world.drain()
  world.command({ type: 'resume' })
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ agent: 'claude', resumeSessionId: 'session-1' })
  world.command({ type: 'stop' })
  world.drain()
  world.command({ type: 'start', go: [], nogo: [], agent: 'codex' })
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ agent: 'codex', resumeSessionId: null })
})

it('an agent that cannot resume sessions starts over', () => {
  const world = started([], 'gemini')
  world.command({ type: 'stop' })
  world.drain()
  world.command({ type: 'start', go: [], nogo: [], agent: 'gemini' })
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ agent: 'gemini', resumeSessionId: null })
})

it('a session that is unknown to its agent falls back to a fresh start, once', () => {
  const world = started([])
  world.command({ type: 'stop' })
  world.drain()
  world.command({ type: 'resume' })
  world.drain()
  const failed = outcome({ status: 'failed', cause: 'agent-error', sessionId: null })
  for (const agent of world.working()) world.endAgent(agent, null, failed)
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ resumeSessionId: null, key: { attempt: 2 } })
  for (const agent of world.working()) world.endAgent(agent, null, failed)
  world.drain()
  expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
})

it.each([
  ['the phase', ['requirements'], null],
  ['the run', [], 'ask'],
] as const)(
  'A11 in mode ask of %s only an agent that can ask takes over',
  (_of, asking, permission) => {
    const world = new Simulation()
    world.disk.fallback = ['codex', 'gemini']
    world.disk.asking = [...asking]
    world.command({ type: 'start', go: [], nogo: [], agent: null, permission })
    world.drain()
    fails(world, 'quota')
    expect(launched(world)).toEqual(['claude requirements 1', 'gemini requirements 2'])
  },
)

it('A11 an agent that cannot ask stands in for a missing one neither, and the start is refused', () => {
  const world = new Simulation()
  world.disk.fallback = ['codex']
  world.disk.missingAgents.add('claude')
  const id = world.command({ type: 'start', go: [], nogo: [], agent: null, permission: 'ask' })
  world.drain()
  expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'AGENT_MISSING' } })
  expect(world.launches).toEqual([])
})
