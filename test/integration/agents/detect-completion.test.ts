import { specNamed } from '../../../src/contracts/work-item.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENT_STATUSES } from '../../../src/contracts/launch/agent.ts'
import type { AgentStatusChange } from '../../../src/host/agents/status-listeners.ts'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf } from '../flows/flow-world.ts'
import { CoordinatorWorld, ELSEWHERE, startElsewhere } from './detect-world.ts'

const WHOLE_RUN = [
  'requirements',
  'design',
  'tasks',
  'document-review 1',
  'document-review-reply 1',
  'impl',
  'inspection 1',
]

const WAYS_TO_FAIL = ['exit-code', 'agent-error', 'no-terminal-event'] as const

describe('hearing of agents', () => {
  it('D1.1 the service subscribes to agent status changes when it is created', async () => {
    await using world = new CoordinatorWorld()
    expect(world.agents.listeners).toBe(1)
  })

  it('D1.2 D2.3 an agent that was started elsewhere moves nothing, and the own one still does', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', hold: 'own', feature: 'a', call: 1 }] },
    })
    const a = await world.newSpec('a')
    const b = await world.newSpec('b')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'requirements' })
    const state = await world.host.coordinator.stateOf(a)

    const sameSpec = startElsewhere(world, world.host.agents, { item: a })
    const otherSpec = startElsewhere(world, world.host.agents, { item: b })
    await until(() => entriesOf(world, a, 'agent.ended').length === 1)
    await until(() => entriesOf(world, b, 'agent.ended').length === 1)
    await world.host.coordinator.drain()

    expect(entriesOf(world, a, 'agent.ended')).toMatchObject([
      { agentId: sameSpec.agentId, status: 'completed', ignored: true },
    ])
    expect(entriesOf(world, b, 'agent.ended')).toMatchObject([
      { agentId: otherSpec.agentId, ignored: true },
    ])
    expect(await world.host.coordinator.stateOf(a)).toEqual({
      ...state,
      lastSeq: (state?.lastSeq ?? 0) + 1,
    })
    expect(await world.host.coordinator.stateOf(b)).toMatchObject({ status: 'idle', step: null })
    expect(agentsOf(world, b)).toEqual(['requirements'])

    world.mock.release('own')
    expect(await ending).toMatchObject({ status: 'completed', agents: WHOLE_RUN.length })
    expect(agentsOf(world, a).slice(2)).toEqual(WHOLE_RUN.slice(1))
  })

  it('D1.3 S9 each own agent that completes brings the next phase, the last one the end of the run', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    expect(await world.run(a)).toEqual({
      status: 'completed',
      reason: 'nogo',
      phase: 'deploy',
      executedPhases: ['requirements', 'design', 'tasks', 'document-review', 'impl', 'inspection'],
      agents: 7,
    })
    expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
    expect(world.spec(a)).toMatchObject({ phase: 'inspection-complete' })
  })

  it.each(WAYS_TO_FAIL)(
    'D1.4 an own agent that fails (%s) stops the run and everyone is told',
    async (cause) => {
      const fault = {
        'exit-code': { exitCode: 3 },
        'agent-error': { isError: true },
        'no-terminal-event': { noResultEvent: true },
      }[cause]
      await using world = await openWorld({
        scenario: { overrides: [{ phase: 'design', ...fault }] },
      })
      const a = await world.newSpec('a')
      expect(await world.run(a)).toMatchObject({
        status: 'error',
        reason: 'agent-failed',
        phase: 'design',
      })
      expect(agentsOf(world, a)).toEqual(['requirements', 'design'])
      expect(entriesOf(world, a, 'agent.ended').at(-1)).toMatchObject({ status: 'failed', cause })
      expect(world.notifications.at(-1)).toMatchObject({
        item: specNamed('a'),
        level: 'error',
        kind: 'run.failed',
      })
    },
  )

  it('D1.5 D3.4 clients that throw or are not there make no difference', async () => {
    await using world = new CoordinatorWorld()
    const a = await world.newSpec('a')
    world.hostEvents.subscribe(() => {
      throw new Error('a broken window')
    })
    expect(await world.end(a)).toMatchObject({ status: 'completed', agents: 7 })
    expect(world.errors.length).toBeGreaterThan(0)
    expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
  })
})

describe('tracked agents', () => {
  it('D2.1 D2.4 every agent is tracked by its id from before it runs, one after another', async () => {
    const tracked: string[] = []
    await using world = new CoordinatorWorld()
    const a = await world.newSpec('a')
    const states: Promise<void>[] = []
    world.hostEvents.subscribe((event) => {
      if (event.type !== 'entry' || event.entry.type !== 'agent.started') return
      const { agentId } = event.entry
      states.push(
        world.coordinator.stateOf(a).then((state) => {
          expect(state?.trackedAgentIds).toEqual([agentId])
          tracked.push(agentId)
        }),
      )
    })
    await world.end(a)
    await Promise.all(states)
    expect(tracked).toEqual(world.mock.calls().map((call) => call.agentId))
    expect(new Set(tracked).size).toBe(WHOLE_RUN.length)
    expect(world.agents.list().map((agent) => agent.agentId)).toEqual(tracked)
  })

  it('D2.2 the ids are cleared when the run completes, fails or is interrupted', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { feature: 'failed', exitCode: 1 },
          { feature: 'stopped', hold: 'gate' },
        ],
      },
    })
    const [done, failed, stopped] = [
      await world.newSpec('done'),
      await world.newSpec('failed'),
      await world.newSpec('stopped'),
    ]
    await world.run(done)
    await world.run(failed)
    const ending = world.run(stopped)
    await agentStarted(world, stopped, { phase: 'requirements' })
    expect((await world.host.coordinator.stateOf(stopped))?.trackedAgentIds).toHaveLength(1)
    await world.host.coordinator.stop(stopped)
    expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
    for (const name of [done, failed, stopped])
      expect((await world.host.coordinator.stateOf(name))?.trackedAgentIds).toEqual([])
  })
})

describe('whatever was seen before', () => {
  it('D3.1 D3.3 D4.1 agents that are never seen running are noticed when they complete', async () => {
    await using world = new CoordinatorWorld({}, (change, pass) => {
      if (change.status !== 'running') pass(change)
    })
    const a = await world.newSpec('a')
    expect(await world.end(a)).toMatchObject({ status: 'completed', agents: 7 })
    expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
  })

  it('D3.2 D3.3 an agent that is never seen running is noticed when it fails', async () => {
    await using world = new CoordinatorWorld({ scenario: { exitCode: 1 } }, (change, pass) => {
      if (change.status !== 'running') pass(change)
    })
    const a = await world.newSpec('a')
    expect(await world.end(a)).toMatchObject({ status: 'error', reason: 'agent-failed' })
    expect(agentsOf(world, a)).toEqual(['requirements'])
  })

  it('D3.4 being told of `running` again and again, or after the end, changes nothing but the display', async () => {
    await using world = new CoordinatorWorld({}, (change, pass) => {
      const running: AgentStatusChange = { ...change, status: 'running', outcome: null }
      for (let times = 0; times < 3; times += 1) pass(running)
      pass(change)
      pass(running)
    })
    const a = await world.newSpec('a')
    expect(await world.end(a)).toMatchObject({ status: 'completed', agents: 7 })
    expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
  })

  it('D3.1 an end that is reported twice counts once', async () => {
    await using world = new CoordinatorWorld({}, (change, pass) => {
      pass(change)
      if (change.outcome) pass(change)
    })
    const a = await world.newSpec('a')
    expect(await world.end(a)).toMatchObject({ status: 'completed', agents: 7 })
    await world.coordinator.drain()
    expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
    const counted = entriesOf(world, a, 'agent.ended').filter((entry) => !entry.ignored)
    expect(counted.map((entry) => entry.agentId)).toEqual(
      world.mock.calls().map((call) => call.agentId),
    )
  })
})

describe('timing', () => {
  it('D4.2 many events at the same moment are all handled, in the order in which they came', async () => {
    const kept: (() => void)[] = []
    const order: string[] = []
    await using world = new CoordinatorWorld(
      { scenario: { overrides: [{ feature: 'a', phase: 'design', hold: 'own', call: 1 }] } },
      (change, pass) => {
        if (!change.outcome || change.key.runId !== ELSEWHERE) return pass(change)
        order.push(change.key.agentId)
        kept.push(() => pass(change))
      },
    )
    const a = await world.newSpec('a')
    const ending = world.end(a)
    await until(() => agentsOf(world, a).length === 2)
    const others = Array.from({ length: 30 }, () =>
      startElsewhere(world, world.agents, { item: a, phase: 'impl' }),
    )
    await until(() => kept.length === others.length)
    for (const pass of kept) pass()
    world.mock.release('own')
    expect(await ending).toMatchObject({ status: 'completed', agents: 7 })
    const recorded = entriesOf(world, a, 'agent.ended').map((entry) => entry.agentId)
    expect(recorded.slice(1, 31)).toEqual(order)
    expect(order.toSorted()).toEqual(others.map(({ agentId }) => agentId).toSorted())
    expect(recorded).toHaveLength(30 + 7)
  })

  it('D4.3 the id is journalled and the listener in place before the agent is told to run', async () => {
    const told: { change: string; agentId: string; lastEntry: unknown }[] = []
    await using world = new CoordinatorWorld({}, (change, pass) => {
      const journal = readFileSync(join(world.specDir(specNamed('a')), JOURNAL_FILE), 'utf8')
      const lastEntry: unknown = JSON.parse(journal.trimEnd().split('\n').at(-1) ?? '')
      told.push({ change: change.status, agentId: change.key.agentId, lastEntry })
      pass(change)
    })
    const a = await world.newSpec('a')
    await world.end(a)
    const steps = entriesOf(world, a, 'step.started')
    expect(told.map(({ change, agentId }) => `${change} ${agentId}`)).toEqual(
      steps.flatMap(({ agentId }) => [`running ${agentId}`, `completed ${agentId}`]),
    )
    const atStart = told.filter(({ change }) => change === 'running')
    expect(atStart.map(({ lastEntry }) => lastEntry)).toEqual(steps)
  })

  it.each([0, 5, 50, 500])(
    'D4.4 agents that take %i ms are all noticed, through a whole run',
    async (delayMs) => {
      await using world = await openWorld({ scenario: { delayMs } })
      const a = await world.newSpec('a')
      expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 7 })
      expect(agentsOf(world, a)).toEqual(WHOLE_RUN)
      const ids = world.mock.calls().map((call) => call.agentId)
      expect(entriesOf(world, a, 'agent.started').map((entry) => entry.agentId)).toEqual(ids)
      expect(entriesOf(world, a, 'agent.ended')).toMatchObject(
        ids.map((agentId) => ({ agentId, status: 'completed', cause: 'success', ignored: false })),
      )
    },
  )
})

describe('agent status', () => {
  it('D6.2 is one of five, and the host is the authority for every client', async () => {
    await using world = await openWorld({
      config: { hangMinutes: 0.001, concurrency: 10 },
      scenario: {
        overrides: [
          { feature: 'works', hold: 'working' },
          { feature: 'hangs', hold: 'hanging' },
          { feature: 'stops', hold: 'stopping' },
          { feature: 'fails', exitCode: 9 },
        ],
      },
    })
    const works = await world.newSpec('works')
    const hangs = await world.newSpec('hangs')
    const stops = await world.newSpec('stops')
    const fails = await world.newSpec('fails')
    const completes = await world.newSpec('completes')
    await world.run(fails)
    await world.run(completes)
    for (const name of [works, hangs, stops]) await world.host.coordinator.start(name)
    await agentStarted(world, stops, { phase: 'requirements' })
    await world.host.coordinator.stop(stops)
    await world.entry(hangs, 'agent.hung')
    expect(AGENT_STATUSES).toEqual(['running', 'completed', 'interrupted', 'hang', 'failed'])
    const told = await world.host.call('agents', {})
    const statuses = new Map(
      (told.ok ? told.value : []).map((agent) => [agent.item.name, agent.status]),
    )
    expect(Object.fromEntries(statuses)).toMatchObject({
      hangs: 'hang',
      stops: 'interrupted',
      fails: 'failed',
      completes: 'completed',
    })
    for (const event of world.events)
      if (event.type === 'agent') expect(AGENT_STATUSES).toContain(event.agent.status)
    const seenOf = (name: string) =>
      world.events.flatMap((event) =>
        event.type === 'agent' && event.agent.item.name === name ? [event.agent.status] : [],
      )
    expect(seenOf('works')[0]).toBe('running')
    // A longer-running agent is reported again while it works, and as hanging if it is slow.
    const seen = new Set(seenOf('fails'))
    seen.delete('hang')
    expect([...seen]).toEqual(['running', 'failed'])
  })
})
