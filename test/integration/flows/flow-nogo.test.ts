import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { type Phase } from '../../../src/contracts/phases.ts'
import type { RunResult } from '../../../src/contracts/run-state.ts'
import { getImmediateNextPhase } from '../../../src/core/workflow/next-phase.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, rounds, specAt } from './flow-world.ts'
import { DEFAULT_PERMISSIONS } from '../../../src/core/workflow/tables/spec-workflow.ts'
import { SPEC_WORKFLOW } from '../../../src/core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../../../src/core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

const WHOLE_RUN = [
  'requirements',
  'design',
  'tasks',
  'document-review 1',
  'document-review-reply 1',
  'impl',
  'inspection 1',
]
const RUNNABLE = PHASES.filter((phase) => phase !== 'deploy')

describe('NOGO at the start of a run', () => {
  it('N1.1 N2.2 N3.2 completes at once when the first phase is NOGO', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['requirements'] })

    const result = await world.run(spec)

    expect(result).toEqual({
      status: 'completed',
      reason: 'nogo',
      phase: 'requirements',
      executedPhases: [],
      agents: 0,
    })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it('N1.2 N3.3 completes at once when a restart in the middle finds the next phase NOGO', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', hold: 'design' }] },
    })
    const spec = await world.newSpec('alpha')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'design' })
    await world.host.coordinator.stop(spec)
    await running
    await world.host.coordinator.permit(spec, { go: [], nogo: ['design'] })
    await world.closeHost()
    await world.open()

    expect(await world.run(spec)).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'design',
      agents: 0,
    })
    expect(agentsOf(world, spec)).toEqual(['requirements', 'design'])
  })

  it('N1.2 a spec whose documents stand on disk completes at the NOGO after them', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'tasks')

    const result = await world.follow(spec, () =>
      world.host.coordinator.start(spec, { nogo: ['tasks'] }),
    )

    expect(result).toMatchObject({ status: 'completed', reason: 'nogo', phase: 'tasks', agents: 0 })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it.each(RUNNABLE)('N1.3 N4.1 looks for no GO phase behind %s', async (phase) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', phase)

    const result = await world.follow(spec, () =>
      world.host.coordinator.start(spec, { go: ['deploy'], nogo: [phase] }),
    )

    expect(result).toMatchObject({ status: 'completed', reason: 'nogo', phase })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it('N5.1 stops as a normal completion: no phase begins, no agent, no error', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.follow(spec, () => world.host.coordinator.start(spec, { nogo: ['requirements'] }))

    const types = world.types(spec)
    expect(types.slice(types.indexOf('run.started'))).toEqual(['run.started', 'run.completed'])
    expect(world.journal(spec).map((entry) => entry.level)).not.toContain('error')
    expect(world.notifications.map((toast) => toast.level)).toEqual(['info'])
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      trackedAgentIds: [],
    })
  })

  it.each(RUNNABLE)('N5.2 launches exactly the first phase when it is GO: %s', async (phase) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', phase)
    const later = PHASES.slice(PHASES.indexOf(phase) + 1)

    const result = await world.follow(spec, () =>
      world.host.coordinator.start(spec, { nogo: later }),
    )

    expect(result.executedPhases).toEqual([phase])
    expect(entriesOf(world, spec, 'phase.started').map((entry) => entry.phase)).toEqual([phase])
    expect(new Set(agentsOf(world, spec).map((agent) => agent.split(' ')[0]))).toEqual(
      new Set(phase === 'document-review' ? [phase, 'document-review-reply'] : [phase]),
    )
  })

  it.each([
    ['resume', (world, spec) => world.resume(spec)],
    ['run', (world, spec) => world.run(spec)],
    [
      'retry',
      (world, spec) =>
        world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'requirements')),
    ],
  ] satisfies [string, (world: ProjectWorld, spec: SpecItem) => Promise<RunResult>][])(
    'R21 N1.2 %s completes at once where the next phase is NOGO, and launches nothing',
    async (_, continueRun) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase: 'requirements', exitCode: 1, skipDocument: true }] },
      })
      const spec = await world.newSpec('alpha')
      await world.run(spec)
      await world.host.coordinator.permit(spec, { go: [], nogo: ['requirements'] })
      expect(await continueRun(world, spec)).toMatchObject({
        status: 'completed',
        reason: 'nogo',
        phase: 'requirements',
        agents: 0,
      })
      expect(agentsOf(world, spec)).toEqual(['requirements'])
    },
  )
})

describe('NOGO between phases', () => {
  it.each(RUNNABLE.slice(1))(
    'N2.3 start and boundary stop alike before %s, as getImmediateNextPhase says',
    async (phase) => {
      await using world = await openWorld()
      const previous = RUNNABLE[RUNNABLE.indexOf(phase) - 1] ?? 'requirements'
      const atBoundary = await specAt(world, 'boundary', previous)
      const atStart = await specAt(world, 'start', phase)
      const approved = { generated: true, approved: true }
      const approvals = { requirements: approved, design: approved, tasks: approved }
      const permissions = { ...DEFAULT_PERMISSIONS, [phase]: false }

      const ends = await Promise.all(
        [atBoundary, atStart].map((spec) =>
          world.follow(spec, () => world.host.coordinator.start(spec, { nogo: [phase] })),
        ),
      )

      expect(getImmediateNextPhase(previous, permissions, approvals)).toBeNull()
      for (const end of ends)
        expect(end).toMatchObject({ status: 'completed', reason: 'nogo', phase })
      expect(ends.map((end) => end.executedPhases)).toEqual([[previous], []])
    },
  )

  it.each(RUNNABLE.slice(1))('N2.1 N1.3 N4.1 ends the run before %s', async (phase) => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')

    const result = await world.follow(spec, () =>
      world.host.coordinator.start(spec, { nogo: [phase] }),
    )

    const before = PHASES.slice(0, PHASES.indexOf(phase))
    expect(result).toMatchObject({ status: 'completed', reason: 'nogo', phase })
    expect(result.executedPhases).toEqual(before)
    const passed = WHOLE_RUN.filter((agent) =>
      before.some((done) => agent.split(' ')[0]?.replace('-reply', '') === done),
    )
    expect(agentsOf(world, spec)).toEqual(passed)
  })

  it('N4.2 with the default permissions a whole run passes every phase and ends before deploy', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')

    expect(await world.run(spec)).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'deploy',
      executedPhases: RUNNABLE,
    })
    expect(agentsOf(world, spec)).toEqual(WHOLE_RUN)
  })

  it('R6 switching to GO and running again continues there; nothing is done twice', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.follow(spec, () =>
      world.host.coordinator.start(spec, { nogo: ['design', 'document-review'] }),
    )
    const requirements = world.read(spec, 'requirements.md')
    expect(agentsOf(world, spec)).toEqual(['requirements'])

    await world.follow(spec, () => world.host.coordinator.start(spec, { go: ['design'] }))
    expect(agentsOf(world, spec)).toEqual(['requirements', 'design', 'tasks'])
    await world.host.coordinator.permit(spec, { go: ['document-review'], nogo: [] })
    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual(WHOLE_RUN)
    expect(world.read(spec, 'requirements.md')).toBe(requirements)
  })

  it('R20 getNextPermittedPhase skips NOGO, while a run of the same spec stops there', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'design')
    await world.host.coordinator.permit(spec, { go: [], nogo: ['design', 'tasks'] })

    expect(world.host.coordinator.getNextPermittedPhase(spec)).toBe('document-review')
    expect(await world.run(spec)).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'design',
    })
    expect(agentsOf(world, spec)).toEqual([])
  })
})

describe('GO and NOGO changed while a run works', () => {
  const followers: [Phase, Phase][] = RUNNABLE.slice(1).map((phase, index) => [
    RUNNABLE[index] ?? phase,
    phase,
  ])

  it.each(followers)('X9 NOGO set during %s ends the run before %s', async (running, next) => {
    const held = running === 'document-review' ? 'document-review-reply' : running
    if (held === 'deploy') throw new Error('deploy has no agent')
    await using world = await openWorld({ scenario: { overrides: [{ phase: held, hold: 'it' }] } })
    const spec = await specAt(world, 'alpha', running as Exclude<Phase, 'deploy'>)
    const run = world.run(spec)
    await agentStarted(world, spec, { phase: held })
    await world.host.coordinator.permit(spec, { go: [], nogo: [next] })
    world.mock.release('it')

    expect(await run).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: next,
      executedPhases: [running],
    })
  })

  it('X9 GO set during a phase lets the run continue', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', hold: 'it' }] },
    })
    const spec = await world.newSpec('alpha')
    const run = world.follow(spec, () =>
      world.host.coordinator.start(spec, { nogo: ['design', 'tasks'] }),
    )
    await agentStarted(world, spec, { phase: 'requirements' })
    await world.host.coordinator.permit(spec, { go: ['design'], nogo: [] })
    world.mock.release('it')

    expect(await run).toMatchObject({ reason: 'nogo', phase: 'tasks' })
    expect(agentsOf(world, spec)).toEqual(['requirements', 'design'])
  })

  it('X9 an impl re-run is a launch too', async () => {
    await using world = await openWorld({
      scenario: { ticksPerRun: 1, overrides: [{ phase: 'impl', call: 2, hold: 'it' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    const run = world.run(spec)
    await agentStarted(world, spec, { phase: 'impl', count: 2 })
    await world.host.coordinator.permit(spec, { go: [], nogo: ['impl'] })
    world.mock.release('it')

    expect(await run).toMatchObject({ status: 'completed', reason: 'nogo', phase: 'impl' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'impl'])
    expect(entriesOf(world, spec, 'impl.rerun')).toHaveLength(1)
  })

  it('X9 the reply of a round that has begun is still written; the next round is not begun', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [[1, 0]],
        overrides: [{ phase: 'document-review', round: 2, hold: 'it' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const run = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review', count: 2 })
    await world.host.coordinator.permit(spec, { go: [], nogo: ['document-review'] })
    world.mock.release('it')

    expect(await run).toMatchObject({
      status: 'completed',
      reason: 'nogo',
      phase: 'document-review',
    })
    expect(agentsOf(world, spec)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review 2',
      'document-review-reply 2',
    ])
    expect(rounds(world, spec)).toHaveLength(2)
  })

  it('A1 X9 a permission edited into spec.json while an agent works does not count, and it is said', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', hold: 'it' }] },
    })
    const spec = await world.newSpec('alpha')
    const run = world.run(spec)
    await agentStarted(world, spec, { phase: 'requirements' })
    const json = world.read(spec, 'spec.json')
    world.write(spec, 'spec.json', json.replace('"design": true', '"design": false'))
    world.mock.release('it')

    expect(await run).toMatchObject({ status: 'completed', phase: 'deploy' })
    expect(world.types(spec)).toContain('spec.restored')
  })

  it('X9 GO and NOGO for one phase are refused together, by permit and by start', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    const before = world.read(spec, 'spec.json')
    const both = { go: ['impl', 'design'] as Phase[], nogo: ['tasks', 'impl'] as Phase[] }
    const refused = { ok: false, error: { code: 'PERMISSION_CONFLICT', phase: 'impl' } }
    expect(await world.host.coordinator.permit(spec, both)).toMatchObject(refused)
    expect(await world.host.coordinator.start(spec, both)).toMatchObject(refused)
    expect(world.read(spec, 'spec.json')).toBe(before)
    expect(world.types(spec)).toEqual(['spec.created'])
  })
})
