import { type WorkItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { fakeTimers } from '../fake-timers.ts'
import {
  openWorld,
  type ProjectWorld,
  type WorldOptions,
} from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, refusal, specAt } from '../flows/flow-world.ts'
import { CONTRACT_ITEMS } from '../flows/contract-items.ts'

/** The mock reports whole seconds, like Claude. */
const inSeconds = (seconds: number): number => Math.ceil(Date.now() / 1000) + seconds

/** A clock for the host that jumps a day ahead when `begin` is called. */
function dayAhead(options: WorldOptions) {
  let ahead = 0
  return {
    options: { ...options, now: () => new Date(Date.now() + ahead) },
    begin: () => void (ahead = 24 * 3600_000),
  }
}

const statusOf = async (world: ProjectWorld, item: WorkItem) => {
  const reply = await world.host.call('status', { item })
  if (!reply.ok) throw new Error('no status')
  return reply.value[0]
}

describe.each(CONTRACT_ITEMS)('an agent without quota ($kind)', ({ make, first, second, rest }) => {
  const noQuota = (resetsAt: number) =>
    ({ feature: 'alpha', phase: first, call: 1, apiStatus: 429, resetsAt }) as const
  const onlyFirst = (world: ProjectWorld, item: WorkItem) =>
    world.follow(item, () => world.host.coordinator.start(item, { nogo: rest }))

  it('B5 R11 is waited for while its slot serves another one; a stop ends the wait', async () => {
    const resetsAt = inSeconds(3600)
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: { overrides: [noQuota(resetsAt)] },
    })
    const alpha = await make(world, 'alpha')
    const beta = await make(world, 'beta')
    const run = onlyFirst(world, alpha)
    const waiting = await world.entry(alpha, 'run.waiting')
    const resets = new Date(resetsAt * 1000).toISOString()
    expect(waiting).toMatchObject({ for: 'quota', until: resets, agent: 'claude' })
    expect(await statusOf(world, alpha)).toMatchObject({
      run: { status: 'running', waitingFor: 'quota', waitingUntil: resets },
    })
    expect(await onlyFirst(world, beta)).toMatchObject({ status: 'completed' })

    expect(await world.host.coordinator.stop(alpha)).toMatchObject({ value: { changed: true } })
    expect(await run).toMatchObject({ status: 'paused', reason: 'user' })
    expect(await world.resume(alpha)).toMatchObject({ status: 'completed' })
  })

  it('B5 is launched again at the time it told, in the same step', async () => {
    const resetsAt = inSeconds(3600)
    const day = dayAhead({ scenario: { overrides: [noQuota(resetsAt)] } })
    await using world = await openWorld(day.options)
    using clock = fakeTimers()
    const item = await make(world, 'alpha')
    const ended = onlyFirst(world, item)
    await world.entry(item, 'run.waiting')
    expect(agentsOf(world, item)).toEqual([first])
    day.begin()
    await until(() => {
      clock.pass(30_000)
      return agentsOf(world, item).length === 2
    })
    expect(await ended).toMatchObject({ status: 'completed' })
    const [started, again] = entriesOf(world, item, 'step.started')
    expect(again).toMatchObject({ stepId: started?.stepId, attempt: 2 })
    expect(Date.parse(again?.time ?? '')).toBeGreaterThanOrEqual(resetsAt * 1000)
  })

  it('B5 X14 is waited for by the next host too', async () => {
    const day = dayAhead({ scenario: { overrides: [noQuota(inSeconds(3600))] } })
    await using world = await openWorld(day.options)
    const item = await make(world, 'alpha')
    void world.host.coordinator.start(item)
    await world.entry(item, 'run.waiting')
    await world.closeHost()
    day.begin()
    await world.open()
    const result = await world.follow(item, () => world.host.coordinator.resume(item))
    expect(result).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, item).slice(0, 3)).toEqual([first, first, second])
  })
})

it('an agent that is missing is stood in for; without a fallback the start is refused', async () => {
  await using world = await openWorld({
    config: { agent: 'acp:gone', fallback: ['claude'] },
  })
  const spec = await specAt(world, 'alpha', 'inspection')
  expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  expect(entriesOf(world, spec, 'agent.switched')).toMatchObject([
    { from: 'acp:gone', to: 'claude', why: 'missing' },
  ])
  await using alone = await openWorld({ config: { agent: 'acp:gone' } })
  const other = await alone.newSpec('alpha')
  expect(refusal(await alone.host.coordinator.start(other))).toMatchObject({
    code: 'AGENT_UNKNOWN',
  })
})

it('an agent that is not logged in ends the run with words that say how to log in', async () => {
  await using world = await openWorld({ scenario: { apiStatus: 401 } })
  const spec = await world.newSpec('alpha')
  expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'agent-failed' })
  expect(entriesOf(world, spec, 'agent.ended')[0]).toMatchObject({ problem: { kind: 'auth' } })
  expect(entriesOf(world, spec, 'run.failed')[0]).toMatchObject({
    problem: 'auth',
    detail: expect.stringContaining('ANTHROPIC_API_KEY'),
  })
})

describe('a budget', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 pauses the run before the next agent, and lets it continue when it was raised ($kind)',
    async ({ make, first, second, agents }) => {
      await using world = await openWorld({
        config: { budget: { usd: 0.5 } },
        scenario: { costUsd: 0.25, record: true },
      })
      const spec = await make(world, 'alpha')
      expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'budget' })
      expect(agentsOf(world, spec)).toEqual([first, second])
      const { coordinator } = world.host
      expect(refusal(await coordinator.resume(spec))).toMatchObject({
        code: 'BUDGET_SPENT',
        kind: 'usd',
        spent: 0.5,
      })
      const raised = await world.host.call('budget', { item: spec, usd: 5 })
      expect(raised).toEqual({ ok: true, value: null })
      expect(world.spec(spec)['budget']).toEqual({ usd: 5 })
      expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
      const args = world.mock.calls().map(({ agentId }) => world.mock.recorded(agentId).args)
      const limits = args.map((words) => words[words.indexOf('--max-budget-usd') + 1])
      expect(limits.slice(0, 3)).toEqual(['0.5', '0.25', '4.5'])
      expect(await statusOf(world, spec)).toMatchObject({
        usage: { agents, costUsd: agents * 0.25, unreportedCost: 0 },
      })
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 counts the time in which agents were running ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({
        config: { budget: { minutes: 0.001 } },
        scenario: { delayMs: 100 },
      })
      const spec = await make(world, 'alpha')
      expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'budget' })
      expect(entriesOf(world, spec, 'agent.ended')[0]?.ranMs).toBeGreaterThanOrEqual(60)
      expect(agentsOf(world, spec)).toEqual([first])
    },
  )

  it('does not take an unknown cost for nothing: it is reported as unknown', async () => {
    await using world = await openWorld({ scenario: { costUsd: null } })
    const spec = await specAt(world, 'alpha', 'inspection')
    await world.run(spec)
    expect(await statusOf(world, spec)).toMatchObject({
      usage: { agents: 1, costUsd: null, unreportedCost: 1, inputTokens: 100 },
    })
  })
})

it('spec and configuration say with which model, effort and permission a phase is done', async () => {
  await using world = await openWorld({
    config: {
      models: { claude: 'haiku', tasks: 'opus' },
      effort: { tasks: 'high' },
      permissions: { tasks: 'full' },
    },
    scenario: { record: true },
  })
  const spec = await specAt(world, 'alpha', 'design')
  const begin = () => world.host.coordinator.start(spec, { nogo: ['document-review'] })
  expect(await world.follow(spec, begin)).toMatchObject({ status: 'completed' })
  const [design, tasks] = world.mock
    .calls()
    .map(({ agentId }) => world.mock.recorded(agentId).args.join(' '))
  expect(design).toContain('--model=haiku')
  expect(design).toContain('--permission-mode acceptEdits')
  expect(design).not.toContain('--effort')
  expect(tasks).toContain('--model=opus')
  expect(tasks).toContain('--effort=high')
  expect(tasks).toContain('--permission-mode bypassPermissions')
})
