import { type WorkItem } from '../../../src/contracts/work-item.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentStatusChange } from '../../../src/host/agents/status-listeners.ts'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'
import { fakeTimers } from '../fake-timers.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { DiskError, observedFiles } from '../../../src/testkit/observed-files.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, refusal } from '../flows/flow-world.ts'
import { CoordinatorWorld } from '../agents/detect-world.ts'
import { CONTRACT_ITEMS } from '../flows/contract-items.ts'

/** The agents of a spec that were really started, once nothing is pending. */
async function launchedAtRest(world: ProjectWorld, name: WorkItem): Promise<string[]> {
  await world.host.agents.drain()
  await world.host.coordinator.drain()
  expect(world.processes()).toEqual([])
  return agentsOf(world, name)
}

const untilChildren = (world: ProjectWorld, count: number): Promise<void> =>
  until(() => world.mock.calls().flatMap((call) => call.children).length === count)

describe('stop', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 D5.2 interrupts at once, clears the tracked ids and leaves nothing running ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({ scenario: { hangForever: true } })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: first })
      await until(() => world.processes().length >= 2)
      expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: true } })
      expect(world.processes()).toEqual([])
      expect(await ending).toMatchObject({ status: 'paused', reason: 'user', phase: first })
      expect(await world.host.coordinator.stateOf(a)).toMatchObject({
        status: 'paused',
        trackedAgentIds: [],
      })
      expect(world.host.agents.list()).toMatchObject([{ status: 'interrupted' }])
      expect(await launchedAtRest(world, a)).toEqual([first])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 D5.2 R11 a run that is still queued is stopped without ever having started ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({
        config: { concurrency: 1 },
        scenario: { overrides: [{ feature: 'first', phase: first, hold: 'gate' }] },
      })
      const [one, two] = [await make(world, 'first'), await make(world, 'second')]
      const ending = world.run(one)
      await agentStarted(world, one, { phase: first })
      const queued = world.run(two)
      await world.entry(two, 'run.started')
      expect(await world.host.coordinator.stateOf(two)).toMatchObject({ status: 'queued' })
      await world.host.coordinator.stop(two)
      expect(await queued).toMatchObject({ status: 'paused', reason: 'user', agents: 0 })
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'completed' })
      expect(await launchedAtRest(world, two)).toEqual([])
    },
  )

  it.each([
    ['children in sessions of their own', { escapeChildren: true, hold: 'gate' }],
    ['an agent that ignores SIGTERM', { ignoreTerm: true, hold: 'gate' }],
    ['both at once', { escapeChildren: true, ignoreTerm: true, hold: 'gate' }],
  ] satisfies [string, MockScenario][])(
    'X2 stop of a run ends the whole tree: %s',
    async (_, scenario) => {
      await using world = await openWorld({ scenario, config: { graceSeconds: 0.1 } })
      const a = await world.newSpec('a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: 'requirements' })
      await until(() => world.mock.calls().length === 1)
      if ('escapeChildren' in scenario) await untilChildren(world, 2)
      const [call] = world.mock.calls()
      const pids = [call?.pid ?? 0, ...(call?.children ?? [])]
      expect(pids.every(isPidAlive)).toBe(true)
      await world.host.coordinator.stop(a)
      expect(pids.filter(isPidAlive)).toEqual([])
      expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
      expect(await launchedAtRest(world, a)).toEqual(['requirements'])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 S3 what was stopped continues in its own session when it is resumed ($kind)',
    async ({ make, second }) => {
      await using world = await openWorld({
        scenario: { record: true, overrides: [{ phase: second, call: 1, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: second })
      await until(() => agentsOf(world, a).length === 2)
      await world.host.coordinator.stop(a)
      await ending
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
      const designs = world.mock.calls().filter((call) => call.phase === second)
      expect(designs).toHaveLength(2)
      const session = world.host.agents.get(idOf(designs[0]))?.sessionId
      const { args } = world.mock.recorded(idOf(designs[1]))
      expect(args).toContain(`--resume=${session}`)
      expect(args).not.toContain('--session-id')
    },
  )
})

const idOf = (call: { agentId: string } | undefined) => call?.agentId as never

describe('an agent that ends late', () => {
  const deaf = { ignoreTerm: true, hold: 'gate' } as const

  it.each(CONTRACT_ITEMS)(
    'B5 X1 launches nothing after a stop ($kind)',
    async ({ make, first, second }) => {
      await using world = await openWorld({
        config: { graceSeconds: 600 },
        scenario: { overrides: [{ phase: second, ...deaf }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: second })
      await until(() => agentsOf(world, a).length === 2)
      const stopped = world.host.coordinator.stop(a)
      await world.entry(a, 'run.paused')
      world.mock.release('gate')
      await stopped
      expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
      expect(await launchedAtRest(world, a)).toEqual([first, second])
      expect(world.mock.calls().at(-1)).toMatchObject({ exitCode: 0 })
      expect(entriesOf(world, a, 'agent.ended').at(-1)).toMatchObject({ ignored: true })
      expect((await world.host.coordinator.stateOf(a))?.status).toBe('paused')
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X1 X11 launches nothing after a timeout ($kind)',
    async ({ make, first, second, third }) => {
      await using world = await openWorld({
        config: { graceSeconds: 600, timeoutMinutes: { [second]: 0.001 } },
        scenario: { overrides: [{ phase: second, ...deaf }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await world.entry(a, 'run.failed')
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'error', reason: 'timeout', phase: second })
      expect((await launchedAtRest(world, a)).slice(0, 1)).toEqual([first])
      expect(agentsOf(world, a)).not.toContain(third)
      expect(entriesOf(world, a, 'agent.ended').at(-1)).toMatchObject({ ignored: true })
      expect((await world.host.coordinator.stateOf(a))?.status).toBe('error')
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X1 launches nothing after an error ($kind)',
    async ({ make, first, second, last }) => {
      let isFull = false
      const files = observedFiles(({ kind }) => {
        if (isFull && kind === 'replace') throw new DiskError('ENOSPC')
      })
      await using world = await openWorld({
        files,
        config: { graceSeconds: 600 },
        scenario: { overrides: [{ phase: second, ...deaf }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: second })
      await until(() => agentsOf(world, a).length === 2)
      isFull = true
      const permitted = world.host.coordinator.permit(a, { go: [], nogo: [last] })
      await world.entry(a, 'run.failed')
      world.mock.release('gate')
      expect(refusal(await permitted)).toMatchObject({ code: 'HOST_FAILED', operation: 'ENOSPC' })
      expect(await ending).toMatchObject({ status: 'error', reason: 'host-failed' })
      expect(await launchedAtRest(world, a)).toEqual([first, second])
      expect((await world.host.coordinator.stateOf(a))?.status).toBe('error')
    },
  )

  it('X1 whose end is reported only when the spec runs again is not taken for the new one', async () => {
    const late: { change: AgentStatusChange; pass: (change: AgentStatusChange) => void }[] = []
    await using world = new CoordinatorWorld(
      { scenario: { overrides: [{ phase: 'design', call: 2, hold: 'gate' }] } },
      (change, pass) => {
        const isFirstDesign = change.key.agentId.endsWith('_2_1') && late.length === 0
        if (change.outcome && isFirstDesign) late.push({ change, pass })
        else pass(change)
      },
    )
    const a = await world.newSpec('a')
    const first = world.end(a)
    await until(() => late.length === 1)
    await world.coordinator.stop(a)
    expect(await first).toMatchObject({ status: 'paused', reason: 'user' })
    const second = world.end(a)
    await until(() => agentsOf(world, a).length === 3)
    for (const { change, pass } of late) pass(change)
    await world.coordinator.drain()
    expect(agentsOf(world, a)).toEqual(['requirements', 'design', 'design'])
    expect(entriesOf(world, a, 'agent.ended').at(-1)).toMatchObject({
      agentId: late[0]?.change.key.agentId,
      status: 'completed',
      ignored: true,
    })
    world.mock.release('gate')
    expect(await second).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).slice(3, 5)).toEqual(['tasks', 'document-review 1'])
  })
})

describe('timeouts', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 X11 when one fires the whole tree is dead before the run is settled ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({
        config: { graceSeconds: 0.1, timeoutMinutes: { [first]: 10 } },
        scenario: { escapeChildren: true, ignoreTerm: true, hold: 'gate' },
      })
      using clock = fakeTimers()
      const a = await make(world, 'a')
      const ending = world.run(a)
      await untilChildren(world, 2)
      const [call] = world.mock.calls()
      const pids = [call?.pid ?? 0, ...(call?.children ?? [])]
      expect(pids.every(isPidAlive)).toBe(true)
      clock.pass(10 * 60_000)
      expect(await ending).toMatchObject({ status: 'error', reason: 'timeout', phase: first })
      expect(pids.filter(isPidAlive)).toEqual([])
      expect(world.processes()).toEqual([])
      expect(world.notifications.at(-1)).toMatchObject({ level: 'error', kind: 'run.failed' })
      expect(await launchedAtRest(world, a)).toEqual([first])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X11 one belongs to its step: leaving the step cancels it ($kind)',
    async ({ make, first, second, last }) => {
      await using world = await openWorld({
        config: { timeoutMinutes: { [first]: 10, [second]: 60, tasks: 10 } },
        scenario: {
          overrides: [
            { phase: first, hold: 'first' },
            { phase: second, hold: 'second' },
            { phase: last, hold: 'last' },
          ],
        },
      })
      using clock = fakeTimers()
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: first })
      await clock.left(1)
      clock.pass(9 * 60_000)
      world.mock.release('first')
      await agentStarted(world, a, { phase: second })
      await clock.left(1)
      clock.pass(59 * 60_000)
      world.mock.release('second')
      await agentStarted(world, a, { phase: last })
      await clock.left(1)
      await world.host.coordinator.stop(a)
      expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
      await clock.left(0)
    },
  )

  it('X11 no timer is left after a run that completed or failed', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ feature: 'fails', phase: 'design', exitCode: 1 }] },
    })
    using clock = fakeTimers()
    expect(await world.run(await world.newSpec('a'))).toMatchObject({ status: 'completed' })
    expect(await world.run(await world.newSpec('fails'))).toMatchObject({ status: 'error' })
    await clock.left(0)
  })

  it('R10 the wall clock has no part in timeouts and hangs', async () => {
    let ahead = 0
    const month = 30 * 24 * 60 * 60_000
    await using world = await openWorld({
      now: () => new Date(Date.now() + ahead),
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    ahead = month
    await world.host.coordinator.permit(a, { go: [], nogo: ['inspection'] })
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed', reason: 'nogo' })
    expect(world.types(a)).not.toContain('agent.hung')
    const times = world.journal(a).map((entry) => Date.parse(entry.time))
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(month)
  })
})

describe('hang', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 R10 D6.2 is shown and notified, nothing is killed, and the run continues when the agent does ($kind)',
    async ({ make, first, agents }) => {
      await using world = await openWorld({
        config: { hangMinutes: 0.001 },
        scenario: { overrides: [{ phase: first, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      const { agentId } = await world.entry(a, 'agent.hung')
      await until(() => world.notifications.length > 0)
      // On a busy machine it may also be silent before its first output, and again after it.
      await until(
        () => world.mock.calls().length === 1 && world.host.agents.get(agentId)?.status === 'hang',
      )
      const told = world.notifications.map(({ level, kind }) => [level, kind].join(' '))
      expect(new Set(told)).toEqual(new Set(['warning agent.hung']))
      expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'running' })
      expect(isPidAlive(world.mock.calls()[0]?.pid ?? 0)).toBe(true)
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'completed', agents })
    },
  )
})

describe('how an agent was ended', () => {
  it.each(['KILL', 'TERM', 'INT'])(
    'R15 by a signal of someone else (%s): failed',
    async (signal) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: 'design', killSelf: signal }] },
      })
      const a = await world.newSpec('a')
      expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'agent-failed' })
      expect(entriesOf(world, a, 'agent.ended').at(-1)).toMatchObject({
        status: 'failed',
        cause: 'signal',
        ignored: false,
      })
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 R15 with its wrapper, as by the out-of-memory killer: failed ($kind)',
    async ({ make, first, second }) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: second, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: second })
      await until(() => agentsOf(world, a).length === 2)
      const agent = world.host.agents.list().find(({ phase }) => phase === second)
      process.kill(-(agent?.pid ?? 0), 'SIGKILL')
      expect(await ending).toMatchObject({ status: 'error', reason: 'agent-failed' })
      expect(await launchedAtRest(world, a)).toEqual([first, second])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 R15 by the user: paused, and the half-written document is written again ($kind)',
    async ({ make, first, second, third, document }) => {
      await using world = await openWorld({
        scenario: {
          overrides: [{ phase: second, call: 1, hold: 'gate', when: 'after-document' }],
        },
      })
      const a = await make(world, 'a')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: second })
      await until(() => existsSync(join(world.specDir(a), document)))
      const agent = world.host.agents.list().find(({ phase }) => phase === second)
      await world.host.agents.stop(agent?.agentId as never)
      expect(await ending).toMatchObject({ status: 'paused', reason: 'user', phase: second })
      expect(await launchedAtRest(world, a)).toEqual([first, second])
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
      expect(agentsOf(world, a).slice(2, 4)).toEqual([second, third])
    },
  )
})

describe('run states', () => {
  it('R11 idle, queued, running, paused, error, idle again after reset, completed', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: {
        ticksPerRun: 0,
        overrides: [{ feature: 'first', phase: 'requirements', call: 1, hold: 'gate' }],
      },
    })
    const [first, second] = [await world.newSpec('first'), await world.newSpec('second')]
    const stateOf = async (name: WorkItem) => {
      const state = await world.host.coordinator.stateOf(name)
      return [state?.status, state?.reason]
    }
    expect(await stateOf(first)).toEqual(['idle', null])
    const one = world.run(first)
    await agentStarted(world, first, { phase: 'requirements' })
    expect(await stateOf(first)).toEqual(['running', null])
    const two = world.run(second)
    await world.entry(second, 'run.started')
    expect(await stateOf(second)).toEqual(['queued', null])
    await world.host.coordinator.stop(first)
    expect(await one).toMatchObject({ status: 'paused', reason: 'user' })
    expect(await stateOf(first)).toEqual(['paused', 'user'])
    expect(await two).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(await stateOf(second)).toEqual(['error', 'impl-limit'])
    await world.host.coordinator.reset(second)
    expect(await stateOf(second)).toEqual(['idle', null])
    world.mock.setScenario({ ticksPerRun: 'all' })
    expect(await world.run(second)).toMatchObject({ status: 'completed' })
    expect(await stateOf(second)).toEqual(['completed', 'nogo'])
  })
})
