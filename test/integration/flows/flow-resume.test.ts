import { type SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import type { AgentPhase, Phase } from '../../../src/contracts/phases.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import {
  agentsOf,
  agentStarted,
  entriesOf,
  inspections,
  refusal,
  review,
  rounds,
  specAt,
  tasks,
} from './flow-world.ts'

type Runnable = Exclude<Phase, 'analyze' | 'fix' | 'verify' | 'deploy'>
const RUNNABLE: Runnable[] = [
  'requirements',
  'design',
  'tasks',
  'document-review',
  'impl',
  'inspection',
]
const FAILING: [AgentPhase, Runnable][] = [
  ['requirements', 'requirements'],
  ['design', 'design'],
  ['tasks', 'tasks'],
  ['document-review', 'document-review'],
  ['document-review-reply', 'document-review'],
  ['impl', 'impl'],
  ['inspection', 'inspection'],
]
const AFTER: Record<Runnable, string[]> = {
  requirements: [
    'requirements',
    'design',
    'tasks',
    'document-review',
    'document-review-reply',
    'impl',
    'inspection',
  ],
  design: ['design', 'tasks', 'document-review', 'document-review-reply', 'impl', 'inspection'],
  tasks: ['tasks', 'document-review', 'document-review-reply', 'impl', 'inspection'],
  'document-review': ['document-review', 'document-review-reply', 'impl', 'inspection'],
  impl: ['impl', 'inspection'],
  inspection: ['inspection'],
}

const withoutRounds = (agents: string[]): string[] =>
  agents.map((agent) => agent.split(' ')[0] ?? '')

/** A NOGO verdict is not fixed automatically. */
const NO_FIXES = { inspection: { autoFix: false } }

describe('running again after an error', () => {
  it.each(FAILING)('R3 a %s agent that failed is launched again', async (phase, start) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase, call: 1, exitCode: 1, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', start)
    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'agent-failed',
      phase: start,
    })
    const before = agentsOf(world, spec)

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(withoutRounds(agentsOf(world, spec).slice(before.length))[0]).toBe(phase)
  })

  it.each(['resume', 'retry'] as const)('R3 %s is such an explicit act as well', async (act) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', call: 1, exitCode: 1, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'design')
    await world.run(spec)
    await world.closeHost()
    await world.open()

    const { coordinator } = world.host
    const result = await world.follow(spec, () =>
      act === 'resume' ? coordinator.resume(spec) : coordinator.retryFrom(spec, 'design'),
    )

    expect(result.status).toBe('completed')
    expect(agentsOf(world, spec).slice(0, 3)).toEqual(['design', 'design', 'tasks'])
  })

  const byHand: [Runnable, string, string][] = [
    ['requirements', '# Requirements\n\nBy hand.\n', 'design'],
    ['design', '# Design\n\nBy hand.\n', 'tasks'],
    ['tasks', tasks(' '), 'document-review'],
    ['impl', tasks('x'), 'inspection'],
  ]

  it.each(byHand)(
    'R3 after a failed %s whose document the user has written, the run continues behind it',
    async (phase, text, next) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase, call: 1, exitCode: 1, skipDocument: true }] },
      })
      const spec = await specAt(world, 'alpha', phase)
      await world.run(spec)
      world.write(spec, phase === 'impl' ? 'tasks.md' : `${phase}.md`, text)

      expect(await world.run(spec)).toMatchObject({ status: 'completed' })

      expect(withoutRounds(agentsOf(world, spec)).slice(0, 2)).toEqual([phase, next])
    },
  )

  it.each([
    ['GO', 'completed'],
    ['NOGO', 'paused'],
  ] as const)(
    'R3 after a failed inspection the report that is there by now counts, with its %s',
    async (verdict, status) => {
      await using world = await openWorld({
        scenario: {
          verdicts: ['GO', 'NOGO'],
          overrides: [{ phase: 'inspection', call: 1, exitCode: 1, skipDocument: true }],
        },
      })
      const spec = await specAt(world, 'alpha', 'inspection')
      await world.run(spec)
      world.write(spec, 'inspection-1.md', `Judgment: ${verdict}\n`)

      expect(await world.run(spec)).toMatchObject({ status })
      expect(inspections(world, spec)[0]).toMatchObject({
        number: 1,
        result: verdict.toLowerCase(),
      })
    },
  )

  it('R3 the same when the document was to be generated again', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', call: 1, exitCode: 1, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.host.coordinator.reject(spec, 'design', 'Simpler, please.')
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'agent-failed' })
    world.write(spec, 'design.md', '# Design\n\nSimpler, by hand.\n')

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(agentsOf(world, spec).slice(0, 2)).toEqual(['design', 'tasks'])
    expect(world.read(spec, 'design.md')).toBe('# Design\n\nSimpler, by hand.\n')
  })

  it('R3 a reset after such an error touches nothing and the next run continues as well', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'tasks', call: 1, exitCode: 1, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'tasks')
    await world.run(spec)
    await world.host.coordinator.reset(spec)
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({ status: 'idle' })

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec).slice(0, 2)).toEqual(['tasks', 'tasks'])
  })

  it('R3 a tasks.md repaired after an error is judged again', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [{ phase: 'impl', call: 1, rawDocument: '- [x] 1. Part\n\n```\ntext\n' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'unreadable-tasks' })
    world.write(spec, 'tasks.md', tasks('x'))

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1'])
  })
})

describe('where a run begins', () => {
  it.each(RUNNABLE)('X8 the facts on disk alone say that %s is next', async (phase) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', phase)

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(withoutRounds(agentsOf(world, spec))).toEqual(AFTER[phase])
  })

  it('X8 review approved and all tasks ticked: inspection is next, whatever was done before', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 1 } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.follow(spec, () => world.host.coordinator.start(spec, { nogo: ['impl'] }))
    await world.host.coordinator.permit(spec, { go: ['impl'], nogo: [] })
    world.write(spec, 'tasks.md', tasks('x'))

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(withoutRounds(agentsOf(world, spec))).toEqual([
      'document-review',
      'document-review-reply',
      'inspection',
    ])
  })

  it('X8 a document that was deleted is generated again', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'design.md', '\n')

    await world.run(spec)
    expect(agentsOf(world, spec)[0]).toBe('design')
  })
})

describe('retryFrom', () => {
  /** A run stopped in the inspection, so that every earlier phase can be run again. */
  async function stoppedAt(
    world: ProjectWorld,
    name: string,
    how: 'paused' | 'error',
  ): Promise<SpecItem> {
    const spec = await specAt(world, name, 'inspection')
    expect(await world.run(spec)).toMatchObject({ status: how })
    return spec
  }

  const cases = RUNNABLE.flatMap((phase) => [[phase, 'paused'] as const, [phase, 'error'] as const])

  it.each(cases)('X10 really launches %s, from %s', async (phase, how) => {
    const first = { phase: 'inspection', call: 1 } as const
    await using world = await openWorld({
      config: NO_FIXES,
      scenario: {
        verdicts: how === 'paused' ? ['NOGO', 'GO'] : ['GO'],
        overrides: how === 'paused' ? [] : [{ ...first, exitCode: 1, skipDocument: true }],
      },
    })
    const spec = await stoppedAt(world, 'alpha', how)
    const before = agentsOf(world, spec).length
    const ticked = world.read(spec, 'tasks.md')
    await world.closeHost()
    await world.open()

    const result = await world.follow(spec, () => world.host.coordinator.retryFrom(spec, phase))

    expect(result.status).toBe('completed')
    expect(withoutRounds(agentsOf(world, spec).slice(before))).toEqual(AFTER[phase])
    expect(entriesOf(world, spec, 'run.resumed').at(-1)).toMatchObject({ from: phase, phase })
    const regenerated = ['requirements', 'design', 'tasks'].includes(phase)
    expect(world.read(spec, 'tasks.md') === ticked).toBe(!regenerated)
  })

  it('X10 ticks survive a retry of impl, which still runs exactly once', async () => {
    await using world = await openWorld({
      config: NO_FIXES,
      scenario: { verdicts: ['NOGO', 'GO'] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.run(spec)
    const ticked = world.read(spec, 'tasks.md')

    await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'impl'))

    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1', 'impl', 'inspection 2'])
    expect(world.read(spec, 'tasks.md')).toBe(ticked)
    expect(entriesOf(world, spec, 'impl.rerun')).toEqual([])
  })

  it('X10 a phase whose turn has not come is refused, and nothing else is launched instead', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[0, 1]] } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)
    const before = { agents: agentsOf(world, spec), entries: world.types(spec) }

    const unreviewed = { phase: 'document-review', needs: 'approved' }
    expect(refusal(await world.host.coordinator.retryFrom(spec, 'impl'))).toEqual({
      code: 'PRECONDITION',
      item: spec,
      phase: 'impl',
      missing: [unreviewed],
    })
    expect(refusal(await world.host.coordinator.retryFrom(spec, 'inspection'))).toMatchObject({
      missing: [unreviewed, { phase: 'impl', needs: 'tasks-done' }],
    })
    await world.host.coordinator.approve(spec, 'document-review')
    expect(refusal(await world.host.coordinator.retryFrom(spec, 'inspection'))).toEqual({
      code: 'PRECONDITION',
      item: spec,
      phase: 'inspection',
      missing: [{ phase: 'impl', needs: 'tasks-done' }],
    })

    expect(agentsOf(world, spec)).toEqual(before.agents)
    expect(world.types(spec)).toEqual([...before.entries, 'approval.granted'])
  })

  it('X10 is refused where an earlier document is missing', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'tasks')

    expect(refusal(await world.host.coordinator.retryFrom(spec, 'document-review'))).toMatchObject({
      code: 'PRECONDITION',
      missing: [{ phase: 'tasks', needs: 'generated' }],
    })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it('X10 a retry of the review begins a new round, also when one was left between review and reply', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [{ phase: 'document-review-reply', call: 1, exitCode: 1, skipDocument: true }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)

    await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'document-review'))

    expect(agentsOf(world, spec).slice(0, 4)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review 1',
      'document-review-reply 1',
    ])
    expect(rounds(world, spec)).toHaveLength(1)
  })
})

describe('many specs', () => {
  it('S5 each is started, stopped, resumed, retried and reset on its own', async () => {
    await using world = await openWorld({
      config: { concurrency: 3, ...NO_FIXES },
      scenario: {
        overrides: [
          { feature: 'stopped', phase: 'design', call: 1, hold: 'design' },
          { feature: 'limit', ticksPerRun: 0 },
          { feature: 'nogo', verdicts: ['NOGO', 'GO'] },
          { feature: 'talk', reviewCounts: [[0, 1]] },
          { feature: 'broken', phase: 'tasks', call: 1, exitCode: 1 },
        ],
      },
    })
    const names = ['plain', 'stopped', 'limit', 'nogo', 'talk', 'broken'] as const
    const specs: Record<string, SpecItem> = {}
    for (const name of names) specs[name] = await world.newSpec(name)
    const spec = (name: (typeof names)[number]): SpecItem => specs[name]!
    const running = names.map((name) => world.run(spec(name)))
    await agentStarted(world, spec('stopped'), { phase: 'design' })
    await world.host.coordinator.stop(spec('stopped'))

    const first = await Promise.all(running)
    expect(first.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      'completed nogo',
      'paused user',
      'error impl-limit',
      'paused verdict-nogo',
      'paused needs-discussion',
      'error agent-failed',
    ])

    world.mock.setScenario({})
    const { coordinator } = world.host
    await coordinator.reset(spec('limit'))
    const second = await Promise.all([
      world.resume(spec('stopped')),
      world.run(spec('limit')),
      world.follow(spec('nogo'), () => coordinator.retryFrom(spec('nogo'), 'impl')),
      world.follow(spec('talk'), () => coordinator.approveReviewAndContinue(spec('talk'))),
      world.follow(spec('broken'), () => coordinator.retryFrom(spec('broken'), 'tasks')),
    ])
    expect(new Set(second.map((result) => result.status))).toEqual(new Set(['completed']))
    for (const name of names) {
      expect(review(world, spec(name))['status']).toBe('approved')
      expect(inspections(world, spec(name)).at(-1)).toMatchObject({ result: 'go' })
      const used = world
        .journal(spec(name))
        .flatMap((entry) => ('runId' in entry ? entry.runId : []))
      expect(used.length).toBeGreaterThan(0)
    }
  })

  it('S5 there is nothing to resume, stop or reset in a spec that rests', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    const { coordinator } = world.host

    expect(refusal(await coordinator.resume(spec))).toMatchObject({ code: 'NOTHING_TO_RESUME' })
    expect(await coordinator.stop(spec)).toEqual({ ok: true, value: { changed: false } })
    expect(await coordinator.reset(spec)).toEqual({ ok: true, value: { changed: false } })
    await world.run(spec)
    expect(refusal(await coordinator.resume(spec))).toMatchObject({ code: 'NOTHING_TO_RESUME' })
  })

  it('S5 resume after a stop continues in the stopped session of the agent', async () => {
    await using world = await openWorld({
      scenario: { record: true, overrides: [{ phase: 'impl', call: 1, hold: 'impl' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl' })
    await world.host.coordinator.stop(spec)
    await running
    expect(entriesOf(world, spec, 'run.paused')).toMatchObject([{ reason: 'user', phase: 'impl' }])

    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    const [first, second] = world.mock.calls().map((call) => world.mock.recorded(call.agentId).args)
    const session = first?.[first.indexOf('--session-id') + 1]
    expect(second).toContain(`--resume=${session}`)
  })
})
