import { type SpecItem } from '../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, edit, entriesOf, specAt } from './flows/flow-world.ts'

const newSpecs = (world: ProjectWorld, count: number): Promise<SpecItem[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => world.newSpec(`spec-${index}`)))

/** The specs in the order in which their first phase began. */
const beginnings = (world: ProjectWorld): string[] => {
  const begun = world.events.flatMap((event) =>
    event.type === 'entry' && event.entry.type === 'phase.started' ? [event.item.name] : [],
  )
  return [...new Set(begun)]
}

/** Numbers of specs and slots; `npm run campaign:faults` plays larger ones. */
const CROWDS =
  process.env['SDD_CAMPAIGN'] === '1'
    ? [
        [200, 5],
        [100, 50],
      ]
    : [
        [24, 5],
        [24, 12],
      ]

/** Only ends a hang; a busy machine may take long. */
const MANY_RUNS_MS = 30 * 60_000

describe('many specs at once', { timeout: MANY_RUNS_MS }, () => {
  it.each(CROWDS)(
    'D4.2 X12 %i specs started together, %i at a time: none lost, none hung, none failed',
    async (count, concurrency) => {
      await using world = await openWorld({ config: { concurrency } })
      const specs = await newSpecs(world, count)
      const results = await Promise.all(specs.map((name) => world.run(name)))
      expect(results.filter(({ status }) => status !== 'completed')).toEqual([])
      await world.host.coordinator.drain()

      const ran = world.mock.calls().map((call) => call.agentId)
      expect(ran).toHaveLength(count * 7)
      expect(world.mock.calls().filter((call) => call.exitCode !== 0)).toEqual([])
      const ids = (type: 'agent.started' | 'agent.ended') =>
        specs.flatMap((name) => entriesOf(world, name, type).map((entry) => entry.agentId))
      expect(ids('agent.started').toSorted()).toEqual(ran.toSorted())
      expect(ids('agent.ended').toSorted()).toEqual(ran.toSorted())
      expect(new Set(ran).size).toBe(ran.length)
      expect(mostAtOnce(world)).toBeLessThanOrEqual(concurrency)
    },
  )

  it('X12 with one place, specs run in the order in which they were started', async () => {
    await using world = await openWorld({ config: { concurrency: 1 } })
    const specs = await newSpecs(world, 12)
    const shuffled = specs.toReversed()
    const ends: Promise<unknown>[] = []
    for (const name of shuffled) {
      ends.push(world.run(name))
      await world.entry(name, 'run.started')
    }
    await Promise.all(ends)
    const order = shuffled.map(({ name }) => name)
    expect(beginnings(world)).toEqual(order)
    expect([...new Set(world.mock.calls().map((call) => call.feature))]).toEqual(order)
  })

  it('X12 every place that is given back goes to the one that has waited longest', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `spec-${index}`)
    await using world = await openWorld({
      config: { concurrency: 2 },
      scenario: {
        overrides: names.map((name) => ({ feature: name, phase: 'design' as const, hold: name })),
      },
    })
    const specs = await newSpecs(world, names.length)
    const ends: Promise<unknown>[] = []
    for (const name of specs) {
      ends.push(world.run(name))
      await world.entry(name, 'run.started')
    }
    for (const [next, done] of [1, 0, 3, 2].entries()) {
      await Promise.all(
        specs
          .slice(0, next + 2)
          .map((name) => agentStarted(world, name, { phase: 'requirements' })),
      )
      await world.host.coordinator.drain()
      expect(beginnings(world)).toHaveLength(next + 2)
      world.mock.release(names[done] ?? '')
      await ends[done]
    }
    for (const name of names.slice(4)) world.mock.release(name)
    await Promise.all(ends)
    expect(beginnings(world).toSorted()).toEqual(names)
    expect(beginnings(world).slice(2)).toEqual(names.slice(2))
  })

  it('X12 a place that a stopped or failed spec gives up goes to the next in line', async () => {
    await using world = await openWorld({
      config: { concurrency: 1 },
      scenario: {
        overrides: [
          { feature: 'stops', hold: 'gate' },
          { feature: 'fails', exitCode: 1 },
        ],
      },
    })
    const stops = await world.newSpec('stops')
    const fails = await world.newSpec('fails')
    const last = await world.newSpec('last')
    const ends = [world.run(stops)]
    await agentStarted(world, stops, { phase: 'requirements' })
    for (const name of [fails, last]) {
      ends.push(world.run(name))
      await world.entry(name, 'run.started')
    }
    await world.host.coordinator.stop(stops)
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'paused', reason: 'user' },
      { status: 'error', reason: 'agent-failed' },
      { status: 'completed' },
    ])
  })

  it('S5 start, stop, resume, retry and reset of many specs at once keep apart', async () => {
    await using world = await openWorld({
      config: { concurrency: 20 },
      scenario: {
        overrides: [
          ...['stop-1', 'stop-2', 'stop-3'].map((name) => ({
            feature: name,
            phase: 'design' as const,
            call: 1,
            hold: name,
          })),
          ...['fail-1', 'fail-2', 'fail-3'].map((name) => ({
            feature: name,
            phase: 'tasks' as const,
            call: 1,
            exitCode: 1,
          })),
          ...['limit-1', 'limit-2'].map((name) => ({
            feature: name,
            phase: 'impl' as const,
            ticksPerRun: 0,
          })),
        ],
      },
    })
    const group = async (name: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, i) => world.newSpec(`${name}-${i + 1}`)))
    const [stopped, failed, limited, plain] = [
      await group('stop', 3),
      await group('fail', 3),
      await group('limit', 2),
      await group('plain', 3),
    ]
    const { coordinator } = world.host
    const running = stopped.map((name) => world.run(name))
    const ends = Promise.all([...failed, ...limited, ...plain].map((name) => world.run(name)))
    await Promise.all(stopped.map((name) => agentStarted(world, name, { phase: 'design' })))
    await Promise.all(stopped.map((name) => coordinator.stop(name)))
    expect((await Promise.all(running)).map(({ reason }) => reason)).toEqual([
      'user',
      'user',
      'user',
    ])
    expect((await ends).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      ...failed.map(() => 'error agent-failed'),
      ...limited.map(() => 'error impl-limit'),
      ...plain.map(() => 'completed nogo'),
    ])

    world.mock.setScenario({})
    await Promise.all(limited.map((name) => coordinator.reset(name)))
    const again = await Promise.all([
      ...stopped.map((name) => world.resume(name)),
      ...failed.map((name) => world.follow(name, () => coordinator.retryFrom(name, 'design'))),
      ...limited.map((name) => world.run(name)),
    ])
    expect(again.filter(({ status }) => status !== 'completed')).toEqual([])
    for (const name of stopped)
      expect(agentsOf(world, name).slice(0, 4)).toEqual([
        'requirements',
        'design',
        'design',
        'tasks',
      ])
    for (const name of failed)
      expect(agentsOf(world, name).slice(0, 5)).toEqual([
        'requirements',
        'design',
        'tasks',
        'design',
        'tasks',
      ])
    for (const name of limited)
      expect(agentsOf(world, name).filter((p) => p === 'impl')).toHaveLength(9)
  })
})

describe('the working tree', () => {
  it('R16 X12 impl and inspection of many specs never overlap, in fair order, none starved', async () => {
    await using world = await openWorld({
      config: { concurrency: 6, exclusiveWorkingTree: true },
      scenario: { ticksPerRun: [1, 1, 'all'] },
    })
    const specs = await Promise.all(
      Array.from({ length: 12 }, (_, index) => specAt(world, `spec-${index}`, 'impl')),
    )
    const results = await Promise.all(specs.map((name) => world.run(name)))
    expect(results.filter(({ status }) => status !== 'completed')).toEqual([])
    const calls = world.mock.calls()
    for (const [index, call] of calls.entries())
      expect(calls[index + 1]?.startedAt ?? Infinity).toBeGreaterThan(call.endedAt ?? Infinity)
    const turns = calls.map((call) => call.feature)
    expect(turns).toEqual([...new Set(turns)].flatMap((name) => [name, name, name, name]))
  })

  it('R16 R11 a spec that waits for the tree says so, in order, and a stopped one gives up its turn', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: {
        overrides: [
          { feature: 'one', phase: 'impl', hold: 'impl' },
          { feature: 'one', phase: 'inspection', hold: 'inspection' },
        ],
      },
    })
    const [one, two, three, four] = [
      await specAt(world, 'one', 'impl'),
      await specAt(world, 'two', 'impl'),
      await specAt(world, 'three', 'impl'),
      await specAt(world, 'four', 'design'),
    ]
    const first = world.run(one)
    await agentStarted(world, one, { phase: 'impl' })
    const ends = []
    for (const name of [two, three, four]) {
      ends.push(world.run(name))
      expect(await world.entry(name, 'run.waiting')).toMatchObject({
        for: 'working-tree',
        phase: 'impl',
      })
      expect(await world.host.coordinator.stateOf(name)).toMatchObject({
        status: 'running',
        waitingFor: 'working-tree',
        phase: 'impl',
      })
    }
    expect(agentsOf(world, four)).toEqual([
      'design',
      'tasks',
      'document-review 1',
      'document-review-reply 1',
    ])
    await world.host.coordinator.stop(three)
    world.mock.release('impl')
    await agentStarted(world, one, { phase: 'inspection' })
    expect([...agentsOf(world, two), ...agentsOf(world, three)]).toEqual([])
    world.mock.release('inspection')
    expect(await first).toMatchObject({ status: 'completed' })
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'completed' },
      { status: 'paused', reason: 'user', agents: 0 },
      { status: 'completed' },
    ])
    const inTree = world.mock.calls().filter(({ phase }) => /^(impl|inspection)$/.test(phase))
    expect(inTree.map(({ feature }) => feature)).toEqual([
      'one',
      'one',
      'two',
      'two',
      'four',
      'four',
    ])
    expect(await world.host.coordinator.stateOf(two)).toMatchObject({ waitingFor: null })
  })

  it('R16 a spec that fails or pauses in the tree hands it on', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: {
        overrides: [
          { feature: 'fails', phase: 'impl', hold: 'gate', exitCode: 1 },
          { feature: 'nogo', verdicts: ['NOGO'] },
        ],
      },
    })
    const fails = await specAt(world, 'fails', 'impl')
    const nogo = await specAt(world, 'nogo', 'impl')
    const last = await specAt(world, 'last', 'inspection')
    const ends = [world.run(fails)]
    await agentStarted(world, fails, { phase: 'impl' })
    for (const name of [nogo, last]) {
      ends.push(world.run(name))
      await world.entry(name, 'run.waiting')
    }
    world.mock.release('gate')
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'error', reason: 'agent-failed' },
      { status: 'paused', reason: 'verdict-nogo' },
      { status: 'completed' },
    ])
  })

  it('R16 a NOGO set while a spec waits for the tree counts when its turn comes', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: { overrides: [{ feature: 'one', phase: 'impl', hold: 'gate' }] },
    })
    const [one, two] = [await specAt(world, 'one', 'impl'), await specAt(world, 'two', 'impl')]
    const ends = [world.run(one)]
    await agentStarted(world, one, { phase: 'impl' })
    ends.push(world.run(two))
    await world.entry(two, 'run.waiting')
    await world.host.coordinator.permit(two, { go: [], nogo: ['impl'] })
    world.mock.release('gate')
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'completed' },
      { status: 'completed', reason: 'nogo', phase: 'impl', agents: 0 },
    ])
  })

  it('R16 D5.1 a phase run manually waits for the tree as well, and is waited for', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: {
        overrides: [
          { feature: 'auto', phase: 'impl', hold: 'auto' },
          { feature: 'manual', phase: 'impl', hold: 'manual' },
        ],
      },
    })
    const auto = await specAt(world, 'auto', 'impl')
    const manual = await specAt(world, 'manual', 'impl')
    const last = await specAt(world, 'last', 'impl')
    const { coordinator } = world.host
    for (const phase of ['requirements', 'design', 'tasks'] as const)
      await coordinator.approve(manual, phase)
    const ends = [world.run(auto)]
    await agentStarted(world, auto, { phase: 'impl' })
    ends.push(world.follow(manual, () => coordinator.runPhase(manual, 'impl')))
    await world.entry(manual, 'run.waiting')
    ends.push(world.run(last))
    await world.entry(last, 'run.waiting')
    world.mock.release('auto')
    await agentStarted(world, manual, { phase: 'impl' })
    await coordinator.drain()
    expect(agentsOf(world, last)).toEqual([])
    world.mock.release('manual')
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'completed', agents: 2 },
      { status: 'completed', agents: 1 },
      { status: 'completed', agents: 2 },
    ])
  })

  it('R16 switched off in the configuration, specs are in impl at the same time', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: false },
      scenario: { overrides: [{ phase: 'impl', hold: 'gate' }] },
    })
    const specs = [await specAt(world, 'one', 'impl'), await specAt(world, 'two', 'impl')]
    const ends = specs.map((name) => world.run(name))
    await until(() => world.mock.calls().length === 2)
    world.mock.release('gate')
    expect(await Promise.all(ends)).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    for (const name of specs) expect(world.types(name)).not.toContain('run.waiting')
  })

  it('R16 phases that only write documents do not wait for the tree', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: { overrides: [{ feature: 'one', phase: 'impl', hold: 'gate' }] },
    })
    const one = await specAt(world, 'one', 'impl')
    const two = await world.newSpec('two')
    edit(world, two, (json) => ({
      ...json,
      autoExecution: { permissions: { impl: false } },
    }))
    const first = world.run(one)
    await agentStarted(world, one, { phase: 'impl' })
    expect(await world.run(two)).toMatchObject({ status: 'completed', phase: 'impl', agents: 5 })
    world.mock.release('gate')
    expect(await first).toMatchObject({ status: 'completed' })
  })
})

/** How many agents were running at the same time, at most. */
function mostAtOnce(world: ProjectWorld): number {
  const moments = world.mock.calls().flatMap((call) => [
    { at: call.startedAt, change: 1 },
    { at: call.endedAt ?? Infinity, change: -1 },
  ])
  let atWork = 0
  let most = 0
  for (const { change } of moments.toSorted((a, b) => a.at - b.at)) {
    atWork += change
    most = Math.max(most, atWork)
  }
  return most
}
