import { expect, it } from 'vitest'
import type { Usage } from '../../../contracts/launch/agent.ts'
import type { Budget } from '../../../contracts/spec-json.ts'
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
const COST: Usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.5 }

function started(budget: Partial<Budget> = {}): Simulation {
  const world = new Simulation()
  world.disk.budget = { ...world.disk.budget, ...budget }
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  return world
}

function works(world: Simulation, usage: Usage | null = COST): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, GOOD, outcome({ usage }))
  world.drain()
}

it.each<[keyof Budget, number, string]>([
  ['usd', 1, '$1.00 of $1.00'],
  ['tokens', 220, '220 tokens of 220 tokens'],
  ['minutes', 2, '2 minutes of 2 minutes'],
])('a spent budget (%s) pauses the run before the next agent starts', (kind, limit, words) => {
  const world = started({ [kind]: limit })
  works(world)
  expect(world.state.status).toBe('running')
  works(world)
  expect(world.state).toMatchObject({ status: 'paused', reason: 'budget', phase: 'tasks' })
  expect(world.state.detail).toContain(words)
  expect(world.launches).toHaveLength(2)
  expect(world.notices.at(-1)).toMatchObject({ kind: 'run.paused', needsPerson: true })
})

it('resume, start and a phase manually are refused while the budget is spent, and continue when it was raised', () => {
  const world = started({ usd: 0.5 })
  works(world)
  const refused = [
    world.command({ type: 'resume' }),
    world.command({ type: 'start', go: [], nogo: [], agent: null }),
    world.command({ type: 'runPhase', phase: 'requirements', fix: false }),
  ]
  world.drain()
  const error = { code: 'BUDGET_SPENT', kind: 'usd', spent: 0.5, budget: 0.5 }
  for (const id of refused) expect(world.replies.get(id)).toMatchObject({ ok: false, error })
  expect(world.state).toMatchObject({ status: 'paused', reason: 'budget' })
  world.command({ type: 'budget', usd: 1 })
  world.drain()
  world.command({ type: 'resume' })
  world.drain()
  expect(world.disk.specJson['budget']).toEqual({ usd: 1 })
  expect(world.launches.at(-1)).toMatchObject({ phase: 'design', budgetUsd: 0.5 })
})

it('the money that is left goes with every launch; without a limit there is none', () => {
  const limited = started({ usd: 2 })
  works(limited)
  expect(limited.launches.map(({ budgetUsd }) => budgetUsd)).toEqual([2, 1.5])
  expect(started().launches[0]?.budgetUsd).toBeNull()
})

it('the budget of the spec counts before that of the configuration, also when it is no limit at all', () => {
  const world = started({ usd: 0.5 })
  world.command({ type: 'budget', usd: null })
  world.drain()
  works(world)
  expect(world.state.status).toBe('running')
  expect(world.disk.specJson['budget']).toEqual({ usd: null })
})

it('setting what is set already writes nothing', () => {
  const world = started()
  world.command({ type: 'budget', usd: 3 })
  world.drain()
  const entries = world.journal.length
  const id = world.command({ type: 'budget', usd: 3 })
  world.drain()
  expect(world.replies.get(id)).toEqual({ ok: true, value: null })
  expect(world.journal).toHaveLength(entries)
})

it('usage is summed by run, spec and phase; what no one reported stays unknown, never 0', () => {
  const world = started()
  works(world, null)
  expect(world.state.spent.spec).toMatchObject({
    costUsd: null,
    inputTokens: null,
    unreportedCost: 1,
  })
  works(world, { inputTokens: 7, outputTokens: 3 })
  expect(world.state.spent.spec).toMatchObject({ costUsd: null, inputTokens: 7, unreportedCost: 2 })
  works(world)
  const { run, spec, phases } = world.state.spent
  expect(spec).toEqual({
    agents: 3,
    ms: 180_000,
    inputTokens: 107,
    outputTokens: 13,
    costUsd: 0.5,
    unreportedTokens: 1,
    unreportedCost: 2,
  })
  expect(run).toEqual(spec)
  expect(phases.tasks).toMatchObject({ agents: 1, costUsd: 0.5 })
  world.command({ type: 'stop' })
  world.command({ type: 'resume' })
  world.drain()
  expect(world.state.spent.run).toMatchObject({ agents: 0 })
  expect(world.state.spent.spec.agents).toBe(4)
})

it('an end that is reported twice costs once', () => {
  const world = started()
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  works(world)
  world.tellEnd(agent)
  world.drain()
  expect(world.state.spent.spec).toMatchObject({ agents: 1, costUsd: 0.5 })
})

it('an agent that used up what its CLI was given pauses the run', () => {
  const world = started({ usd: 1 })
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  const problem = { kind: 'budget', retryAt: null } as const
  world.endAgent(agent, null, outcome({ status: 'failed', cause: 'agent-error', problem }))
  world.drain()
  expect(world.state).toMatchObject({ status: 'paused', reason: 'budget' })
})

it('A8 a budget in money that an agent cannot be held to is said before the run', () => {
  const world = new Simulation()
  world.disk.budget = { ...world.disk.budget, usd: 20 }
  world.command({ type: 'start', go: [], nogo: [], agent: 'codex' })
  world.drain()
  const types = world.journal.map(({ type }) => type)
  expect(types.indexOf('budget.unheld')).toBeGreaterThan(types.indexOf('run.started'))
  expect(types.indexOf('budget.unheld')).toBeLessThan(types.indexOf('step.started'))
  const entry = world.journal.find(({ type }) => type === 'budget.unheld')
  expect(entry).toMatchObject({ level: 'warning', usd: 20, agents: ['codex'] })
  expect(world.notices).toContainEqual(expect.objectContaining({ kind: 'budget.unheld' }))
})

it('A8 nothing is said of a budget that holds, or of none', () => {
  for (const agent of ['claude', 'codex']) {
    const world = new Simulation()
    world.disk.budget = { ...world.disk.budget, usd: agent === 'claude' ? 20 : null, tokens: 1000 }
    world.command({ type: 'start', go: [], nogo: [], agent })
    world.drain()
    expect(world.journal.some(({ type }) => type === 'budget.unheld')).toBe(false)
  }
})

it('A8 what an agent reported only in part is counted, and marks the sums as parts', () => {
  const world = started()
  works(world, { ...COST, isPartial: true })
  works(world)
  const sums = { inputTokens: 200, costUsd: 1, unreportedTokens: 1, unreportedCost: 1 }
  expect(world.state.spent.spec).toMatchObject(sums)
})

it('an agent that can ask no one is refused a phase in which it would have to', () => {
  const world = new Simulation()
  world.disk.asking = ['impl']
  const refused = world.command({ type: 'start', go: ['impl'], nogo: [], agent: 'codex' })
  world.drain()
  const error = { code: 'AGENT_CANNOT_ASK', agent: 'codex', phase: 'impl' }
  expect(world.replies.get(refused)).toMatchObject({ ok: false, error })
  const started = world.command({ type: 'start', go: ['impl'], nogo: [], agent: 'claude' })
  world.drain()
  expect(world.replies.get(started)).toMatchObject({ ok: true })
})

it('a run in mode plan is refused: its phase could never write its document', () => {
  const world = new Simulation()
  const id = world.command({ type: 'start', go: [], nogo: [], permission: 'plan' })
  world.drain()
  const error = { code: 'PLAN_WRITES_NOTHING', phase: 'requirements' }
  expect(world.replies.get(id)).toMatchObject({ ok: false, error })
  expect(world.launches).toEqual([])
})
