import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import type { SpecJson } from '../../../src/contracts/spec-json.ts'
import { agentsOf, agentStarted, edit, entriesOf, specAt, tasks } from '../flows/flow-world.ts'

const HEADER = { feature_name: 'alpha', description: 'Other', language: 'xx' }

/** What an agent that knows the host's files would write to remove every limit. */
const LIFTED: SpecJson = {
  ...HEADER,
  phase: 'implementation-complete',
  autoExecution: { permissions: { impl: true, inspection: true, deploy: true } },
  budget: { usd: 1_000_000 },
  agents: { default: 'simulated' },
  approvals: {
    requirements: { generated: true, approved: true },
    design: { generated: true, approved: true },
    tasks: { generated: true, approved: true },
  },
  documentReview: { status: 'approved', roundDetails: [] },
  inspection: { rounds: [{ number: 1, result: 'go' }] },
  worktree: { path: '/elsewhere', branch: 'x' },
  note: 'kept',
}

const lifting = { 'spec.json': `${JSON.stringify(LIFTED, null, 2)}\n` }

const isLifted = (world: ProjectWorld, spec: SpecItem): boolean =>
  world.read(spec, 'spec.json') === lifting['spec.json']

const permissionsOf = (world: ProjectWorld, spec: SpecItem): unknown =>
  (world.spec(spec)['autoExecution'] as SpecJson | undefined)?.['permissions']

describe('an agent that edits spec.json', () => {
  it('A1 lifts no NOGO, no budget and no choice of agent, and it is said', async () => {
    await using world = await openWorld({ scenario: { overrides: [{ alsoWrite: lifting }] } })
    const spec = await world.newSpec('alpha')
    edit(world, spec, (json) => ({ ...json, budget: { usd: 50 } }))
    await world.host.coordinator.permit(spec, { go: [], nogo: ['impl'] })
    const created = world.spec(spec)

    expect(await world.run(spec)).toMatchObject({ status: 'completed', reason: 'nogo' })

    expect(agentsOf(world, spec)).toEqual([
      'requirements',
      'design',
      'tasks',
      'document-review 1',
      'document-review-reply 1',
    ])
    const json = world.spec(spec)
    expect(permissionsOf(world, spec)).toMatchObject({ impl: false })
    expect(json).toMatchObject({ budget: { usd: 50 }, note: 'kept', phase: 'tasks-generated' })
    expect(json['description']).toBe(created['description'])
    for (const key of ['agents', 'worktree', 'inspection']) expect(json).not.toHaveProperty(key)
    const [first] = entriesOf(world, spec, 'spec.restored')
    expect(first).toMatchObject({ level: 'warning', phase: 'requirements', agent: 'claude' })
    expect(first?.keys).toContain('autoExecution.permissions')
    expect(first?.message).toContain('autoExecution.permissions')
    expect(world.notifications.map(({ kind }) => kind)).toContain('spec.restored')
  })

  it('A1 what the user changes by command meanwhile holds, whatever the agent wrote', async () => {
    const override = { phase: 'requirements', hold: 'gate', when: 'after-document' } as const
    await using world = await openWorld({
      scenario: { overrides: [{ alsoWrite: lifting }, override] },
    })
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['design', 'impl'] })
    const ended = world.run(spec)
    await until(() => isLifted(world, spec))
    await world.host.coordinator.permit(spec, { go: ['design'], nogo: ['tasks'] })
    await world.host.coordinator.budget(spec, { usd: 7 })
    world.mock.release('gate')

    expect(await ended).toMatchObject({ status: 'completed', reason: 'nogo', phase: 'tasks' })

    expect(agentsOf(world, spec)).toEqual(['requirements', 'design'])
    expect(permissionsOf(world, spec)).toMatchObject({ design: true, tasks: false, impl: false })
    expect(world.spec(spec)['budget']).toEqual({ usd: 7 })
  })

  it('A1 an agent that is stopped has changed nothing either', async () => {
    const override = { alsoWrite: lifting, hangForever: true, when: 'after-document' } as const
    await using world = await openWorld({ scenario: { overrides: [override] } })
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['impl'] })
    const ended = world.run(spec)
    await until(() => isLifted(world, spec))
    await world.host.coordinator.stop(spec)
    await ended
    await world.host.coordinator.drain()
    await world.entry(spec, 'spec.restored')
    await world.host.coordinator.drain()

    expect(permissionsOf(world, spec)).toMatchObject({ impl: false })
    expect(world.spec(spec)).toMatchObject({ note: 'kept', phase: 'initialized' })
  })

  it('A1 nor has one that left spec.json unreadable, when it is mended, reset and started', async () => {
    const broken = { 'spec.json': `${lifting['spec.json']}}` }
    const override = { phase: 'requirements', call: 1, alsoWrite: broken } as const
    await using world = await openWorld({ scenario: { overrides: [override] } })
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['impl'] })
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'unreadable-spec' })
    await world.host.coordinator.drain()

    world.write(spec, 'spec.json', lifting['spec.json'])
    expect(await world.host.coordinator.reset(spec)).toMatchObject({ ok: true })
    expect(await world.run(spec)).toMatchObject({ reason: 'nogo', phase: 'impl' })

    expect(entriesOf(world, spec, 'spec.restored')).toHaveLength(1)
    expect(permissionsOf(world, spec)).toMatchObject({ impl: false })
    for (const key of ['agents', 'budget']) expect(world.spec(spec)).not.toHaveProperty(key)
  })

  it('A1 what the user edits manually while no agent works counts', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', hangForever: true, call: 1 }] },
    })
    const spec = await world.newSpec('alpha')
    const ended = world.run(spec)
    await agentStarted(world, spec, { phase: 'requirements' })
    await world.host.coordinator.stop(spec)
    await ended
    await world.host.coordinator.drain()
    edit(world, spec, (json) => ({ ...json, autoExecution: { permissions: { design: false } } }))

    expect(await world.resume(spec)).toMatchObject({ reason: 'nogo', phase: 'design' })
    expect(entriesOf(world, spec, 'spec.restored')).toEqual([])
  })
})

describe('an agent that does the work of other phases', () => {
  const three = {
    'design.md': '# Design\n\nToo early.\n',
    'tasks.md': tasks('x', 'x'),
  }

  it('A10 three documents of the requirements agent skip neither design nor tasks nor impl', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', alsoWrite: three }] },
    })
    const spec = await world.newSpec('alpha')

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(agentsOf(world, spec).slice(0, 3)).toEqual(['requirements', 'design', 'tasks'])
    expect(agentsOf(world, spec)).toContain('impl')
    const [stray] = entriesOf(world, spec, 'documents.strayed')
    expect(stray).toMatchObject({ level: 'warning', phase: 'requirements' })
    expect(stray?.message).toContain('design.md, tasks.md')
  })

  it('A10 a hand-written document still counts', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    world.write(spec, 'requirements.md', '# Requirements\n\nBy hand.\n')
    world.write(spec, 'design.md', '# Design\n\nBy hand.\n')

    await world.run(spec)

    expect(agentsOf(world, spec)[0]).toBe('tasks')
  })

  it('A10 a stray document counts once the user has changed or approved it', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', alsoWrite: three }] },
    })
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['design'] })
    expect(await world.run(spec)).toMatchObject({ reason: 'nogo', phase: 'design' })
    world.write(spec, 'design.md', '# Design\n\nRead and corrected.\n')
    await world.host.coordinator.approve(spec, 'tasks')
    await world.host.coordinator.permit(spec, { go: ['design'], nogo: ['document-review'] })

    expect(await world.run(spec)).toMatchObject({ reason: 'nogo', phase: 'document-review' })

    expect(agentsOf(world, spec)).toEqual(['requirements'])
  })

  it.each(['tasks', 'design'] as const)(
    'A10 a ticked tasks.md of the %s agent does not skip impl',
    async (phase) => {
      await using world = await openWorld({
        scenario: {
          overrides: [
            phase === 'tasks'
              ? { phase, rawDocument: tasks('x', 'x') }
              : { phase, alsoWrite: { 'tasks.md': tasks('x', 'x') } },
          ],
        },
      })
      const spec = await specAt(world, 'alpha', phase)

      expect(await world.run(spec)).toMatchObject({ status: 'completed' })

      expect(agentsOf(world, spec).filter((name) => name === 'impl')).toHaveLength(1)
    },
  )

  it('A10 boxes that the user has ticked skip impl', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', tasks('x', 'x'))

    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(['inspection 1'])
  })
})

describe('an impl agent that makes tasks go away', () => {
  const OPEN = '# Tasks\n\n- [ ] 1. Part 1\n- [ ] 2. Part 2\n'
  const gone = {
    deleted: '# Tasks\n\n- [x] 1. Part 1\n',
    'made optional': '# Tasks\n\n- [x] 1. Part 1\n- [ ]* 2. Part 2\n',
    'commented out': '# Tasks\n\n- [x] 1. Part 1\n<!-- - [ ] 2. Part 2 -->\n',
    reworded: '# Tasks\n\n- [x] 1. Part 1\n- [x] 2. Nothing at all\n',
  }

  it.each(Object.entries(gone))('A10 a task that is %s is open', async (_how, text) => {
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', alsoWrite: { 'tasks.md': text } }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', OPEN)

    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })

    expect(agentsOf(world, spec)).toEqual(Array.from({ length: 8 }, () => 'impl'))
    const [first] = entriesOf(world, spec, 'tasks.vanished')
    expect(first).toMatchObject({ level: 'warning', tasks: [{ id: '2', text: 'Part 2' }] })
    expect(first?.message).toContain('2 Part 2')
    const [rerun] = entriesOf(world, spec, 'impl.rerun')
    expect((rerun?.total ?? 0) - (rerun?.done ?? 0)).toBe(1)
    expect(entriesOf(world, spec, 'run.failed')[0]?.detail).toContain('2 Part 2')
  })

  it('A10 the next agent is told to put them back, and may', async () => {
    await using world = await openWorld({
      scenario: {
        ticksPerRun: 0,
        record: true,
        overrides: [
          { phase: 'impl', call: 1, alsoWrite: { 'tasks.md': gone.deleted } },
          { phase: 'impl', call: 2, alsoWrite: { 'tasks.md': tasks('x', 'x') } },
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', OPEN)

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    const second = world.mock.calls().filter((call) => call.phase === 'impl')[1]
    expect(world.mock.recorded(second?.agentId ?? '').prompt).toContain('2 Part 2')
  })

  it('A10 the user who removes tasks while no agent works is believed', async () => {
    await using world = await openWorld({
      scenario: {
        ticksPerRun: 0,
        overrides: [
          { phase: 'impl', call: 1, alsoWrite: { 'tasks.md': gone.deleted } },
          { phase: 'impl', call: 2, hangForever: true },
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', OPEN)
    const ended = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl', count: 2 })
    await world.host.coordinator.stop(spec)
    await ended
    await world.host.coordinator.drain()
    world.write(spec, 'tasks.md', '# Tasks\n\n- [x] 1. Part 1, all there is\n')

    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'impl', 'inspection 1'])
  })
})

describe('tasks that cannot be done', () => {
  const blocked = (...reasons: (string | null)[]): string =>
    `# Tasks\n\n- [ ] 1. All\n${reasons
      .map((reason, index) =>
        reason === null
          ? `  - [ ] 1.${index + 1} Part\n`
          : `  - [ ] 1.${index + 1} Part\n    - _Blocked: ${reason}_\n`,
      )
      .join('')}`

  it('R25 pauses with the reasons after two runs that leave only blocked tasks', async () => {
    const text = blocked('no database here', 'needs 1.1')
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', alsoWrite: { 'tasks.md': text } }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', blocked(null, null))

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'blocked' })

    expect(agentsOf(world, spec)).toEqual(['impl', 'impl'])
    const [paused] = entriesOf(world, spec, 'run.paused')
    expect(paused?.detail).toContain('1.1 Part: no database here')
    expect(paused?.detail).toContain('1.2 Part: needs 1.1')
    expect(world.notifications.at(-1)).toMatchObject({ kind: 'run.paused', needsPerson: true })
  })

  it('R25 continues to the limit while one open task says no reason', async () => {
    const text = blocked('no database here', null)
    await using world = await openWorld({
      scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', alsoWrite: { 'tasks.md': text } }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', blocked(null, null))

    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })
  })

  it('R25 two runs count only in a row', async () => {
    const text = blocked('no database here', 'needs 1.1')
    await using world = await openWorld({
      scenario: {
        ticksPerRun: 0,
        overrides: [
          { phase: 'impl', alsoWrite: { 'tasks.md': text } },
          { phase: 'impl', call: 2, alsoWrite: { 'tasks.md': blocked('no database', null) } },
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', blocked(null, null))

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'blocked' })
    expect(agentsOf(world, spec)).toHaveLength(4)
  })
})
