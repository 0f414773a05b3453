import { specNamed, type WorkItem } from '../../../src/contracts/work-item.ts'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { writeRunMarker } from '../../../src/host/items/run-marker.ts'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import type { Host } from '../../../src/host/main.ts'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import { agentsOf, agentStarted, entriesOf, refusal, specAt } from '../flows/flow-world.ts'
import { CONTRACT_ITEMS } from '../flows/contract-items.ts'

/** Closes the host as if it had died: agents keep working, runs stay as they are. */
async function hostDies(world: ProjectWorld): Promise<void> {
  await world.closeHost()
  world.events.length = 0
  world.notifications.length = 0
}

async function reopened(world: ProjectWorld): Promise<Host> {
  await hostDies(world)
  return world.open()
}

const isSettled = (event: HostEvent): event is Extract<HostEvent, { type: 'settled' }> =>
  event.type === 'settled'

const recovered = (world: ProjectWorld, name: WorkItem) =>
  world.follow(name, () => world.host.coordinator.recover(name))

describe('after the death of the host', () => {
  it.each(CONTRACT_ITEMS)(
    'B5 R16 an agent that was being stopped when its host died is ended by the next one ($kind)',
    async ({ make, first }) => {
      await using world = new ProjectWorld({ scenario: { hold: 'gate' } })
      const a = await make(world, 'a')
      const host = await world.open()
      await host.coordinator.start(a)
      await until(() => agentsOf(world, a).length === 1)
      const pid = world.mock.calls()[0]?.pid ?? 0
      await hostDies(world)
      const newest = world.journal(a).at(-1)
      const paused = { type: 'run.paused', reason: 'user', phase: first, detail: 'stopped' }
      const stamp = { seq: (newest?.seq ?? 0) + 1, time: newest?.time, level: 'info', message: '' }
      appendFileSync(
        join(world.specDir(a), JOURNAL_FILE),
        `${JSON.stringify({ ...stamp, ...paused })}\n`,
      )
      expect(isPidAlive(pid)).toBe(true)
      const next = await world.open()
      expect(isPidAlive(pid)).toBe(true)
      expect(await next.recoverAll()).toEqual([])
      expect(isPidAlive(pid)).toBe(false)
      expect(world.processes()).toEqual([])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 R7 an agent that is still at work is adopted, and its end moves the run on ($kind)',
    async ({ make, second, agents }) => {
      await using world = new ProjectWorld({
        scenario: { overrides: [{ phase: second, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      await using killed = new HostProcess(world, {
        begin: { command: 'start', item: a },
      })
      await killed.line('begun')
      await until(() => agentsOf(world, a).length === 2)
      await killed.kill()
      const pid = world.mock.calls()[1]?.pid ?? 0
      expect(isPidAlive(pid)).toBe(true)

      const host = await world.open()
      expect(await host.coordinator.live()).toEqual([])
      const ending = world.run(a)
      const entry = await world.entry(a, 'run.recovered')
      expect(entry).toMatchObject({ level: 'warning', recoveries: 1 })
      await until(() => host.agents.list().length === 1)
      expect(host.agents.list()).toMatchObject([{ phase: second, status: 'running' }])
      expect(isPidAlive(pid)).toBe(true)
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'completed' })
      expect(world.notifications.map(({ kind }) => kind)).toContain('run.recovered')
      expect(agentsOf(world, a)).toHaveLength(agents)
      expect(entriesOf(world, a, 'agent.ended').map(({ agentId }) => agentId)).toEqual(
        world.mock.calls().map(({ agentId }) => agentId),
      )
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 an agent that ended meanwhile is noticed ($kind)',
    async ({ make, second, agents }) => {
      await using world = new ProjectWorld({
        scenario: { overrides: [{ phase: second, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      await using killed = new HostProcess(world, {
        begin: { command: 'start', item: a },
      })
      await until(() => agentsOf(world, a).length === 2)
      await killed.kill()
      world.mock.release('gate')
      await until(() => world.processes().length === 0)
      await world.open()
      expect(await world.run(a)).toMatchObject({ status: 'completed' })
      expect(agentsOf(world, a)).toHaveLength(agents)
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 an agent that failed meanwhile is noticed ($kind)',
    async ({ make, first, second }) => {
      await using world = new ProjectWorld({
        scenario: { overrides: [{ phase: second, hold: 'gate', exitCode: 1 }] },
      })
      const a = await make(world, 'a')
      await using killed = new HostProcess(world, {
        begin: { command: 'start', item: a },
      })
      await until(() => agentsOf(world, a).length === 2)
      await killed.kill()
      world.mock.release('gate')
      await until(() => world.processes().length === 0)
      await world.open()
      expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'agent-failed' })
      expect(agentsOf(world, a)).toEqual([first, second])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 an agent that died with its host, as in a power cut, is launched again ($kind)',
    async ({ make, first, second, third }) => {
      await using world = new ProjectWorld({
        scenario: { overrides: [{ phase: second, call: 1, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      await using killed = new HostProcess(world, {
        begin: { command: 'start', item: a },
      })
      await until(() => agentsOf(world, a).length === 2)
      await killed.kill()
      world.killProcesses()
      await world.open()
      expect(await world.run(a)).toMatchObject({ status: 'completed' })
      expect(agentsOf(world, a).slice(0, 4)).toEqual([first, second, second, third])
      expect(entriesOf(world, a, 'step.started')[2]).toMatchObject({ phase: second, attempt: 2 })
      expect(entriesOf(world, a, 'agent.ended')[1]).toMatchObject({
        status: 'failed',
        cause: 'lost',
      })
    },
  )

  it('R7 the re-run count starts again at 0', async () => {
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', call: 5, hold: 'gate' }] },
    })
    const a = await specAt(world, 'a', 'impl')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'impl', count: 5 })
    expect((await world.host.coordinator.stateOf(a))?.phases.impl.reruns).toBe(4)
    await reopened(world)
    const ending = world.run(a)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(agentsOf(world, a)).toHaveLength(5 + 7)
  })

  it.each(CONTRACT_ITEMS)(
    'B5 R7 the third recovery for which the agent has to be started again pauses the run ($kind)',
    async ({ make, first }) => {
      await using world = await openWorld({ scenario: { hold: 'gate' } })
      const a = await make(world, 'a')
      await world.host.coordinator.start(a)
      await agentStarted(world, a, { phase: first })
      for (const restarts of [0, 1, 2]) {
        // It is adopted: whoever ended the host, it was not this step.
        await reopened(world)
        expect(await world.host.coordinator.start(a)).toMatchObject({ ok: true })
        expect(await world.entry(a, 'run.recovered')).toMatchObject({ restarts })
        expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'running' })
        await world.closeHost()
        world.killProcesses()
        await until(() => world.processes().length === 0)
        await world.open()
        if (restarts === 2) break
        expect(await world.host.coordinator.start(a)).toMatchObject({ ok: true })
        await until(() => agentsOf(world, a).length === restarts + 2)
      }
      expect(await world.run(a)).toMatchObject({ status: 'paused', reason: 'crash-loop' })
      expect(world.processes()).toEqual([])
      expect(world.notifications.map(({ kind }) => kind)).toContain('run.paused')
      expect(agentsOf(world, a)).toEqual([first, first, first])
      world.mock.setScenario({})
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
    },
  )

  it.each([
    ['phase', { overrides: [{ phase: 'requirements', hold: 'first' }] }, 'requirements'],
    [
      'round',
      {
        reviewCounts: [
          [1, 0],
          [0, 0],
        ],
        overrides: [{ phase: 'document-review', round: 1, hold: 'first' }],
      },
      'document-review',
    ],
  ] as const)('R7 a new %s between the recoveries keeps it going', async (_, scenario, phase) => {
    await using world = await openWorld({
      scenario: {
        ...scenario,
        overrides: [
          ...scenario.overrides,
          phase === 'requirements'
            ? { phase: 'design' as const, hold: 'second' }
            : { phase: 'document-review' as const, round: 2, hold: 'second' },
        ],
      },
    })
    const a = await specAt(world, 'a', phase)
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase })
    for (const gate of ['first', 'second']) {
      for (const recoveries of [1, 2]) {
        await reopened(world)
        await world.host.coordinator.start(a)
        expect(await world.entry(a, 'run.recovered')).toMatchObject({ recoveries })
      }
      world.mock.release(gate)
      if (gate === 'first')
        await agentStarted(world, a, { phase: phase === 'requirements' ? 'design' : phase })
    }
    expect(await world.event(isSettled)).toMatchObject({ result: { status: 'completed' } })
  })

  it.each(CONTRACT_ITEMS)(
    'B5 R7 stop of a run whose host died ends its agent ($kind)',
    async ({ make }) => {
      await using world = await openWorld({ scenario: { hold: 'gate' } })
      const a = await make(world, 'a')
      await world.host.coordinator.start(a)
      await until(() => agentsOf(world, a).length === 1)
      await reopened(world)
      expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: true } })
      expect(world.processes()).toEqual([])
      expect(await world.host.coordinator.stateOf(a)).toMatchObject({
        status: 'paused',
        reason: 'user',
      })
      world.mock.setScenario({})
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 a host that dies between a stop and the end of the agent leaves nothing running ($kind)',
    async ({ make, first }) => {
      await using world = new ProjectWorld({ scenario: { hold: 'gate', ignoreTerm: true } })
      const a = await make(world, 'a')
      await using killed = new HostProcess(world, {
        begin: { command: 'stop', item: a },
        config: { graceSeconds: 600 },
      })
      await until(() => world.types(a).includes('run.paused'))
      await killed.kill()
      expect(world.processes()).not.toEqual([])
      await using next = new HostProcess(world, {
        begin: { command: 'state', item: a },
        config: { graceSeconds: 0.1 },
      })
      expect(await next.line('state')).toMatchObject({ status: 'paused', reason: 'user' })
      expect(world.processes()).toEqual([])
      await next.ended
      expect(agentsOf(world, a)).toEqual([first])
    },
  )

  it.each(CONTRACT_ITEMS)(
    'B5 X14 a permission given to a run whose host died is the one that counts ($kind)',
    async ({ make, first, second, agents }) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: first, hold: 'gate' }] },
      })
      const a = await make(world, 'a')
      await world.host.coordinator.start(a)
      await agentStarted(world, a, { phase: first })
      await world.host.coordinator.permit(a, { go: [], nogo: [second] })
      await reopened(world)
      const ending = world.follow(a, () => world.host.coordinator.start(a, { go: [second] }))
      await world.entry(a, 'run.recovered')
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'completed', phase: 'deploy' })
      expect(agentsOf(world, a)).toHaveLength(agents)
    },
  )

  it('X14 queued runs keep their order', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: { overrides: [{ feature: 'one', phase: 'requirements', hold: 'gate' }] },
    })
    const specs = await Promise.all(['one', 'two', 'three'].map((name) => world.newSpec(name)))
    for (const name of specs) await world.host.coordinator.start(name)
    await agentStarted(world, specNamed('one'), { phase: 'requirements' })
    await reopened(world)
    const ends = specs.map((name) => recovered(world, name))
    world.mock.release('gate')
    for (const end of ends) expect(await end).toMatchObject({ status: 'completed' })
    expect([...new Set(world.mock.calls().map((call) => call.feature))]).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  it.each(['impl', 'requirements'] as const)(
    'X14 R16 a run that waited for the tree waits again and gets it (started at %s)',
    async (phase) => {
      await using world = await openWorld({
        config: { exclusiveWorkingTree: true },
        scenario: { overrides: [{ feature: 'one', phase: 'impl', hold: 'gate' }] },
      })
      const one = await specAt(world, 'one', 'impl')
      const two = await specAt(world, 'two', phase)
      await world.host.coordinator.start(one)
      await agentStarted(world, one, { phase: 'impl' })
      await world.host.coordinator.start(two)
      await world.entry(two, 'run.waiting')
      await reopened(world)
      const first = recovered(world, one)
      await world.entry(one, 'run.recovered')
      const second = recovered(world, two)
      await world.entry(two, 'run.recovered')
      await world.host.coordinator.drain()
      expect(agentsOf(world, two)).not.toContain('impl')
      world.mock.release('gate')
      expect(await first).toMatchObject({ status: 'completed' })
      expect(await second).toMatchObject({ status: 'completed' })
    },
  )

  it('X14 R16 X12 a host that recovers all gives tree and slots back to those who had them, then in order', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true, concurrency: 3 },
      scenario: {
        overrides: [
          { feature: 'm-works', phase: 'impl', hold: 'gate' },
          { feature: 'z-waits', phase: 'document-review', hold: 'review' },
        ],
      },
    })
    const works = await specAt(world, 'm-works', 'impl')
    // Names that sort before and after it, in another order than they are started.
    const waits = await specAt(world, 'z-waits', 'document-review')
    const waitsToo = await specAt(world, 'b-waits', 'impl')
    const queued = await specAt(world, 'a-queued', 'impl')
    await world.host.coordinator.start(waits)
    await agentStarted(world, waits, { phase: 'document-review' })
    await world.host.coordinator.start(works)
    await agentStarted(world, works, { phase: 'impl' })
    world.mock.release('review')
    await world.entry(waits, 'run.waiting')
    await world.host.coordinator.start(waitsToo)
    await world.entry(waitsToo, 'run.waiting')
    await world.host.coordinator.start(queued)
    await reopened(world)
    const before = world.mock.calls().length

    expect(await world.host.recoverAll()).toEqual([works, waits, waitsToo, queued])
    await world.host.coordinator.drain()
    expect(world.mock.calls()).toHaveLength(before)
    world.mock.release('gate')
    await until(() => world.events.filter(isSettled).length === 4)
    const launched = world.mock
      .calls()
      .slice(before)
      .map((call) => call.feature)
    const order = [works, waits, waitsToo, queued].map(({ name }) => name)
    expect([...new Set(launched)]).toEqual(order)
    expect(launched).toHaveLength(7)
  })

  it.each(['auto', 'manual'] as const)(
    'X14 a run of which only the first entries reached the disk continues (%s)',
    async (mode) => {
      await using world = await openWorld()
      const a = await world.newSpec('a')
      const runId = 'run_torn'
      const common = { time: new Date().toISOString(), level: 'info', message: '' }
      const begun = { runId, phase: 'requirements', agent: null, roundLimit: 7, mode }
      const lines = [
        { seq: 2, ...common, type: 'run.started', ...begun, replyMode: 'autofix' },
        { seq: 3, ...common, type: 'phase.started', phase: 'requirements' },
      ]
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      world.wrote(a, world.read(a, JOURNAL_FILE) + text)
      writeRunMarker(world.folders, a, { runId, seq: 2 })
      expect(await recovered(world, a)).toMatchObject({ status: 'completed' })
      expect(agentsOf(world, a)).toHaveLength(mode === 'auto' ? 7 : 1)
    },
  )

  it('X19 a second start is refused and changes nothing, while it runs and while it is queued', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: { overrides: [{ feature: 'one', phase: 'requirements', hold: 'gate' }] },
    })
    const [one, two] = [await world.newSpec('one'), await world.newSpec('two')]
    const ends = [world.run(one)]
    await agentStarted(world, one, { phase: 'requirements' })
    ends.push(world.run(two))
    await world.entry(two, 'run.started')
    const { coordinator } = world.host
    const files = () =>
      [one, two].flatMap((name) => [world.read(name, JOURNAL_FILE), world.read(name, 'spec.json')])
    await coordinator.drain()
    const before = files()
    const states = [await coordinator.stateOf(one), await coordinator.stateOf(two)]
    for (const name of [one, two]) {
      const answers = await Promise.all([
        coordinator.start(name),
        coordinator.start(name, { nogo: ['impl'], agent: 'simulated' }),
        coordinator.resume(name),
        coordinator.retryFrom(name, 'requirements'),
        coordinator.runPhase(name, 'requirements'),
        coordinator.reset(name),
        coordinator.approve(name, 'document-review'),
        coordinator.reject(name, 'document-review', 'no'),
      ])
      for (const answer of answers)
        expect(refusal<unknown>(answer)).toEqual({ code: 'ALREADY_EXECUTING', item: name })
    }
    expect(files()).toEqual(before)
    expect([await coordinator.stateOf(one), await coordinator.stateOf(two)]).toEqual(states)
    expect(world.mock.calls()).toHaveLength(1)
    world.mock.release('gate')
    for (const end of ends) expect(await end).toMatchObject({ status: 'completed', agents: 7 })
  })

  it.each(CONTRACT_ITEMS)(
    'B5 X19 of two starts at the same moment one wins ($kind)',
    async ({ make, agents }) => {
      await using world = await openWorld()
      const a = await make(world, 'a')
      const followed = world.run(a)
      const answers = await Promise.all([
        world.host.coordinator.start(a),
        world.host.coordinator.start(a),
      ])
      expect(answers.filter((answer) => answer.ok)).toEqual([])
      expect(await followed).toMatchObject({ status: 'completed', agents })
      expect(entriesOf(world, a, 'run.started')).toHaveLength(1)
      expect(agentsOf(world, a)).toHaveLength(agents)
    },
  )
})
