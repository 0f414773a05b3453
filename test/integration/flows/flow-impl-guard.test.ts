import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, edit, entriesOf, refusal, specAt, tasks } from './flow-world.ts'

const EIGHT = Array.from({ length: 8 }, () => 'impl')

/** The prompt without the part about the previous run. */
const withoutRerun = (prompt: string): string =>
  prompt.replace(/This is run \d+ of this work:[^]*?<\/last-run>\n\n/, '')

describe('the impl task completion guard', () => {
  it('G0.1 believes tasks.md, not spec.json.phase and not the agent that says it is done', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    const claim = { ...world.spec(spec), phase: 'implementation-complete' }
    edit(world, spec, () => claim)
    world.mock.setScenario({
      ticksPerRun: [1, 'all'],
      overrides: [{ phase: 'impl', alsoWrite: { 'spec.json': JSON.stringify(claim) } }],
    })

    const result = await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['impl', 'impl', 'inspection 1'])
    expect(entriesOf(world, spec, 'impl.rerun')).toMatchObject([{ attempt: 1, done: 1, total: 4 }])
    expect(result.status).toBe('completed')
  })

  it('G0.1 runs impl although spec.json calls the whole spec inspected', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    edit(world, spec, (json) => ({ ...json, phase: 'inspection-complete' }))

    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
  })

  it('G0.1 decides the same while a watcher follows the files', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: [3, 'all'] } })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.host.watch()

    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['impl', 'impl', 'inspection 1'])
  })

  it('G0.1 reads tasks.md at the moment the agent has ended', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', call: 1, skipDocument: true, hold: 'impl' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl' })
    world.write(spec, 'tasks.md', tasks('x'))
    world.mock.release('impl')

    expect(await running).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
  })

  it('G1.1 G1.2 parses the boxes when the agent ends and continues to inspection when all are ticked', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')

    const result = await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
    expect(entriesOf(world, spec, 'impl.rerun')).toEqual([])
    expect(entriesOf(world, spec, 'phase.completed').map((entry) => entry.phase)).toEqual([
      'impl',
      'inspection',
    ])
    expect(result).toMatchObject({ status: 'completed', executedPhases: ['impl', 'inspection'] })
  })

  const openBoxes: [string, string][] = [
    ['one plain box', tasks('x', 'x', ' ')],
    ['a box in progress', tasks('x', '-', 'x')],
    ['a queued box', tasks('x', 'x', '~')],
    ['an unknown mark', tasks('x', '?')],
    ['a nested box', '- [x] 1. Whole\n  - [ ] 1.1 Part\n'],
  ]

  it.each(openBoxes)('G1.3 blocks inspection while a box is open: %s', async (_name, left) => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { phase: 'impl', call: 1, rawDocument: left },
          { phase: 'impl', call: 2, rawDocument: tasks('x') },
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')

    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['impl', 'impl', 'inspection 1'])
  })

  it('G2.1 runs impl again as a whole: same work, same arguments, no list of tasks', async () => {
    await using world = await openWorld({ scenario: { record: true, ticksPerRun: [1, 1, 'all'] } })
    const spec = await specAt(world, 'alpha', 'impl')

    await world.run(spec)

    const impl = world.mock.calls().filter((call) => call.phase === 'impl')
    const given = impl.map((call) => world.mock.recorded(call.agentId))
    expect(given).toHaveLength(3)
    for (const { args, prompt } of given) {
      expect(withoutRerun(prompt)).toBe(given[0]?.prompt)
      expect(withoutSession(args)).toEqual(withoutSession(given[0]?.args ?? []))
      expect([...args, prompt].join('\n')).not.toMatch(/Part \d/)
    }
  })

  it('G2.2 counts re-runs in the execution state', async () => {
    await using world = await openWorld({
      scenario: {
        ticksPerRun: [1, 1, 'all'],
        overrides: [{ phase: 'impl', call: 3, hold: 'third' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl', count: 3 })

    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'running',
      phases: { impl: { reruns: 2 } },
    })
    world.mock.release('third')
    await running
  })

  it('G2.3 starts counting at 0 again after a restart and writes no count to spec.json', async () => {
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', call: 4, hold: 'fourth' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    void world.host.coordinator.start(spec)
    await agentStarted(world, spec, { phase: 'impl', count: 4 })
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      phases: { impl: { reruns: 3 } },
    })
    await world.closeHost()
    expect(world.read(spec, 'spec.json')).not.toMatch(/re-?run|retry|attempt|count/i)

    await world.open()
    const running = world.run(spec)
    await world.event(
      (event): event is typeof event =>
        event.type === 'entry' && event.entry.type === 'run.recovered',
    )
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'running',
      phases: { impl: { reruns: 0 } },
    })
    world.mock.release('fourth')

    expect(await running).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(entriesOf(world, spec, 'impl.rerun').map((entry) => entry.attempt)).toEqual([
      1, 2, 3, 1, 2, 3, 4, 5, 6, 7,
    ])
    expect(world.read(spec, 'spec.json')).not.toMatch(/re-?run|retry|attempt|count/i)
  })

  it('G3.1 G3.2 R1 ends in error after seven re-runs, eight agents in all', async () => {
    await using world = await openWorld({ scenario: { taskCount: 1, ticksPerRun: 0 } })
    const spec = await specAt(world, 'alpha', 'impl')

    const result = await world.run(spec)

    expect(result).toMatchObject({
      status: 'error',
      reason: 'impl-limit',
      phase: 'impl',
      agents: 8,
    })
    expect(agentsOf(world, spec)).toEqual(EIGHT)
    expect(entriesOf(world, spec, 'impl.rerun').map((entry) => entry.attempt)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ])
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({ status: 'error' })
  })

  it('G3.1 R1 lets the seventh re-run finish the work', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: [0, 0, 0, 0, 0, 0, 0, 'all'] } })
    const spec = await specAt(world, 'alpha', 'impl')

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([...EIGHT, 'inspection 1'])
  })

  it('G3.3 continues nothing by itself while in error', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 0 } })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.run(spec)

    world.write(spec, 'tasks.md', tasks('x'))
    await world.host.coordinator.filesChanged(spec)
    await world.host.coordinator.permit(spec, { go: ['deploy'], nogo: [] })
    await world.closeHost()
    await world.open()
    expect(refusal(await world.host.coordinator.recover(spec)).code).toBe('NOTHING_TO_RESUME')
    await world.host.coordinator.drain()

    expect(agentsOf(world, spec)).toEqual(EIGHT)
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'error',
      reason: 'impl-limit',
    })
  })

  it('G3.4 R2 reset clears error and count, touches no document, and lets the spec run again', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 0 } })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.run(spec)
    const before = documentsOf(world.specDir(spec))

    expect(await world.host.coordinator.reset(spec)).toEqual({ ok: true, value: { changed: true } })

    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'idle',
      reason: null,
      phases: { impl: { reruns: 0 } },
    })
    expect(documentsOf(world.specDir(spec))).toEqual(before)
    expect(agentsOf(world, spec)).toEqual(EIGHT)

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'impl-limit',
      agents: 8,
    })
    expect(agentsOf(world, spec)).toEqual([...EIGHT, ...EIGHT])
  })

  it('R2 only reset lets the spec run again, also after a restart of the host', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 1, taskCount: 20 } })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', tasks(...Array.from({ length: 20 }, () => ' ')))
    await world.run(spec)
    const limit = { code: 'IMPL_LIMIT', item: spec, done: 8, total: 20 }
    const refuses = async (): Promise<void> => {
      const { coordinator } = world.host
      expect(refusal(await coordinator.start(spec, { nogo: ['inspection'] }))).toEqual(limit)
      expect(refusal(await coordinator.resume(spec))).toEqual(limit)
      expect(refusal(await coordinator.retryFrom(spec, 'impl'))).toEqual(limit)
      expect(refusal(await coordinator.retryFrom(spec, 'requirements'))).toEqual(limit)
    }

    const before = world.read(spec, 'spec.json')
    await refuses()
    await world.closeHost()
    await world.open()
    await refuses()

    expect(world.read(spec, 'spec.json')).toBe(before)
    expect(agentsOf(world, spec)).toEqual(EIGHT)
    await world.host.coordinator.reset(spec)
    world.mock.setScenario({})
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  })

  it('G4.1 G4.2 G4.3 G4.4 tells of each re-run and of the limit, in the log and as toasts', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: [1, 0] } })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.run(spec)

    const log = readFileSync(join(world.specDir(spec), 'event-log.jsonl'), 'utf8')
    const lines = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; level: string })
    const reruns = lines.filter((line) => line.type === 'impl.rerun')
    expect(reruns).toHaveLength(7)
    expect(reruns[6]).toMatchObject({ attempt: 7, done: 1, total: 4 })
    const limits = lines.filter((line) => line.type === 'impl.limit-reached')
    expect(limits).toMatchObject([{ level: 'error', done: 1, total: 4 }])

    const toasts = world.notifications.filter((toast) => toast.kind === 'impl.rerun')
    expect(toasts).toHaveLength(7)
    expect(toasts.map((toast) => toast.item)).toEqual(EIGHT.slice(1).map(() => spec))
    expect(toasts[0]?.message).toContain('1/4')
    const errors = world.notifications.filter((toast) => toast.level === 'error')
    expect(errors.map((toast) => toast.kind)).toContain('impl.limit-reached')
  })

  it('R12 an optional task does not block the guard', async () => {
    await using world = await openWorld({ scenario: { taskCount: 2, optionalTasks: 3 } })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', '- [ ] 1. Needed\n- [ ]* 2. Nice\n- [ ] 3.* Nice too\n')
    world.mock.setScenario({ overrides: [{ phase: 'impl', ticksPerRun: 1 }] })

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
    expect(world.read(spec, 'tasks.md')).toContain('- [ ]* 2. Nice')
  })
})

describe('a tasks.md that cannot be judged', () => {
  const UNREADABLE = [
    ['without a task', '# Tasks\n\nNothing yet.\n'],
    ['with an unclosed fence', '- [x] 1. Part\n\n```\ntext\n'],
    ['with an unclosed comment', '- [x] 1. Part\n\n<!--\n'],
    ['whose boxes are all inside a fence', '```\n- [x] 1. Part\n```\n'],
  ] as const

  it.each(UNREADABLE)('X6 after impl is an error, never complete: %s', async (_name, text) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', rawDocument: text }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'unreadable-tasks',
      phase: 'impl',
    })
    expect(agentsOf(world, spec)).toEqual(['impl'])
  })

  it.each(UNREADABLE)('X6 before impl is an error, never complete: %s', async (_name, text) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', text)

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'unreadable-tasks',
      phase: 'impl',
    })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it.each(UNREADABLE)(
    'X6 left behind by the review is an error of impl: %s',
    async (_name, text) => {
      await using world = await openWorld({
        scenario: {
          overrides: [{ phase: 'document-review-reply', alsoWrite: { 'tasks.md': text } }],
        },
      })
      const spec = await specAt(world, 'alpha', 'document-review')

      expect(await world.run(spec)).toMatchObject({
        status: 'error',
        reason: 'unreadable-tasks',
        phase: 'impl',
      })
      expect(agentsOf(world, spec)).toEqual(['document-review 1', 'document-review-reply 1'])
    },
  )

  it.each(['missing', 'a directory'])(
    'X6 after impl is an error, never complete: %s',
    async (kind) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: 'impl', skipDocument: true, hold: 'impl' }] },
      })
      const spec = await specAt(world, 'alpha', 'impl')
      const running = world.run(spec)
      await agentStarted(world, spec, { phase: 'impl' })
      const path = join(world.specDir(spec), 'tasks.md')
      rmSync(path)
      if (kind === 'a directory') mkdirSync(path)
      world.mock.release('impl')

      expect(await running).toMatchObject({ status: 'error', reason: 'unreadable-tasks' })
      expect(agentsOf(world, spec)).toEqual(['impl'])
    },
  )

  it('X6 before impl nothing is implemented: a missing one is generated, a directory is an error', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'tasks', exitCode: 1 }] },
    })
    const missing = await specAt(world, 'missing', 'impl')
    rmSync(join(world.specDir(missing), 'tasks.md'))
    const folder = await specAt(world, 'folder', 'impl')
    rmSync(join(world.specDir(folder), 'tasks.md'))
    mkdirSync(join(world.specDir(folder), 'tasks.md'))

    for (const spec of [missing, folder]) {
      expect(await world.run(spec)).toMatchObject({ status: 'error', phase: 'tasks' })
      expect(agentsOf(world, spec)).toEqual(['tasks'])
    }
  })

  it('X6 the tasks agent that writes no task has failed', async () => {
    await using world = await openWorld({ scenario: { taskCount: 0 } })
    const spec = await specAt(world, 'alpha', 'tasks')

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'unreadable-tasks',
      phase: 'tasks',
    })
    expect(agentsOf(world, spec)).toEqual(['tasks'])
  })
})

function withoutSession(args: string[]): string[] {
  const at = args.indexOf('--session-id')
  return args.filter((_, index) => index !== at + 1)
}

const documentsOf = (specDir: string): string[] =>
  ['spec.json', 'requirements.md', 'design.md', 'tasks.md'].map((name) =>
    readFileSync(join(specDir, name), 'utf8'),
  )
