import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { type Phase } from '../../../src/contracts/phases.ts'
import type { RunResult } from '../../../src/contracts/run-state.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import {
  agentsOf,
  approvals,
  entriesOf,
  inspections,
  refusal,
  review,
  rounds,
  specAt,
  tasks,
} from './flow-world.ts'
import { SPEC_WORKFLOW } from '../../../src/core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../../../src/core/workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

const DOCUMENTS = ['requirements', 'design', 'tasks'] as const

const byHand = (world: ProjectWorld, spec: SpecItem, phase: Phase): Promise<RunResult> =>
  world.follow(spec, () => world.host.coordinator.runPhase(spec, phase))

const fixByHand = (world: ProjectWorld, spec: SpecItem): Promise<RunResult> =>
  world.follow(spec, () => world.host.coordinator.runPhase(spec, 'document-review', { fix: true }))

async function approveDocuments(world: ProjectWorld, spec: SpecItem): Promise<void> {
  for (const phase of DOCUMENTS) await world.host.coordinator.approve(spec, phase)
}

function modeOf(world: ProjectWorld, agentId: string | undefined): string | undefined {
  const { prompt, args } = world.mock.recorded(agentId ?? '')
  expect(args).not.toContain('--fix')
  return /^Mode of this run: (.*)$/m.exec(prompt)?.[1]
}

describe('a phase manually', () => {
  it.each(DOCUMENTS)('D5.1 %s is one agent, ignores NOGO and approves nothing', async (phase) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', phase)
    for (const before of DOCUMENTS.slice(0, DOCUMENTS.indexOf(phase)))
      await world.host.coordinator.approve(spec, before)
    await world.host.coordinator.permit(spec, { go: [], nogo: [...PHASES] })

    expect(await byHand(world, spec, phase)).toMatchObject({
      status: 'completed',
      reason: 'done',
      phase,
      executedPhases: [phase],
      agents: 1,
    })

    expect(agentsOf(world, spec)).toEqual([phase])
    expect(approvals(world, spec)[phase]).toEqual({ generated: true, approved: false })
    expect(world.spec(spec)['phase']).toBe(`${phase}-generated`)
  })

  it.each([
    ['design', ['requirements']],
    ['tasks', ['requirements', 'design']],
    ['document-review', ['requirements', 'design', 'tasks']],
    ['impl', ['requirements', 'design', 'tasks']],
  ] as const)('D5.1 %s needs the earlier documents approved', async (phase, needed) => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')

    expect(refusal(await world.host.coordinator.runPhase(spec, phase))).toEqual({
      code: 'PRECONDITION',
      item: spec,
      phase,
      missing: needed.map((document) => ({ phase: document, needs: 'approved' })),
    })
    expect(agentsOf(world, spec)).toEqual([])
  })

  it('D5.1 impl is one agent, whatever it leaves open, and says how much that is', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 1 } })
    const spec = await specAt(world, 'alpha', 'impl')
    await approveDocuments(world, spec)

    expect(await byHand(world, spec, 'impl')).toMatchObject({ status: 'completed', agents: 1 })

    expect(agentsOf(world, spec)).toEqual(['impl'])
    expect(entriesOf(world, spec, 'impl.checked')).toMatchObject([{ done: 1, total: 4 }])
    expect(entriesOf(world, spec, 'impl.rerun')).toEqual([])
    expect(entriesOf(world, spec, 'phase.completed')).toEqual([])
    expect(world.spec(spec)['phase']).not.toBe('implementation-complete')
  })

  it('D5.1 impl with all boxes ticked starts no inspection', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    await approveDocuments(world, spec)

    await byHand(world, spec, 'impl')

    expect(agentsOf(world, spec)).toEqual(['impl'])
    expect(entriesOf(world, spec, 'impl.checked')).toMatchObject([{ done: 4, total: 4 }])
    expect(world.spec(spec)['phase']).toBe('implementation-complete')
  })

  it('D5.1 inspection is one agent, and its NOGO counts', async () => {
    await using world = await openWorld({ scenario: { verdicts: ['NOGO', 'GO'] } })
    const spec = await specAt(world, 'alpha', 'inspection')
    await approveDocuments(world, spec)

    expect(await byHand(world, spec, 'inspection')).toMatchObject({
      status: 'paused',
      reason: 'verdict-nogo',
    })
    expect(await byHand(world, spec, 'inspection')).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['inspection 1', 'inspection 2'])
    expect(inspections(world, spec)).toMatchObject([{ result: 'nogo' }, { result: 'go' }])
  })

  it('D5.1 inspection is refused while a task is open', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'inspection')
    await approveDocuments(world, spec)
    world.write(spec, 'tasks.md', tasks('x', ' '))

    expect(refusal(await world.host.coordinator.runPhase(spec, 'inspection'))).toMatchObject({
      code: 'PRECONDITION',
      missing: [{ phase: 'impl', needs: 'tasks-done' }],
    })
  })

  it('D5.1 a document phase manually replaces what is there and takes its approval back', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.run(spec)
    const before = world.read(spec, 'design.md')

    await byHand(world, spec, 'design')

    expect(world.read(spec, 'design.md')).not.toBe(before)
    expect(approvals(world, spec)['design']).toEqual({ generated: true, approved: false })
    expect(review(world, spec)['status']).toBe('pending')
  })

  it('D5.1 a failed phase manually is an error, and auto execution then continues from the facts', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'requirements', call: 1, skipDocument: true }] },
    })
    const spec = await world.newSpec('alpha')

    expect(await byHand(world, spec, 'requirements')).toMatchObject({
      status: 'error',
      reason: 'postcondition',
    })
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec).slice(0, 3)).toEqual(['requirements', 'requirements', 'design'])
  })
})

describe('a review manually', () => {
  it.each([
    [1, 0],
    [0, 1],
  ] as const)(
    'L5.2 D5.1 is one round of review and reply that edits nothing (%i to fix, %i to discuss)',
    async (fix, discuss) => {
      await using world = await openWorld({
        scenario: { record: true, reviewCounts: [[fix, discuss]] },
      })
      const spec = await specAt(world, 'alpha', 'document-review')
      await approveDocuments(world, spec)
      const design = world.read(spec, 'design.md')

      expect(await byHand(world, spec, 'document-review')).toMatchObject({
        status: 'completed',
        reason: 'done',
        agents: 2,
      })

      expect(agentsOf(world, spec)).toEqual(['document-review 1', 'document-review-reply 1'])
      expect(modeOf(world, world.mock.calls()[1]?.agentId)).toBe('reply')
      expect(world.read(spec, 'design.md')).toBe(design)
      expect(rounds(world, spec)).toMatchObject([
        { roundNumber: 1, fixRequired: fix, needsDiscussion: discuss, fixStatus: 'pending' },
      ])
      expect(review(world, spec)['status']).not.toBe('approved')
      expect(entriesOf(world, spec, 'approval.granted')).toHaveLength(3)
    },
  )

  it('L5.2 D5.1 --fix applies the last reply, in the mode fix', async () => {
    await using world = await openWorld({ scenario: { record: true, reviewCounts: [[2, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await approveDocuments(world, spec)
    await byHand(world, spec, 'document-review')
    const reply = world.read(spec, 'document-review-1-reply.md')

    expect(await fixByHand(world, spec)).toMatchObject({
      status: 'completed',
      agents: 1,
    })

    const fixing = world.mock.calls()[2]
    expect(fixing).toMatchObject({ phase: 'document-review-reply', round: 1 })
    expect(modeOf(world, fixing?.agentId)).toBe('fix')
    expect(world.read(spec, 'design.md')).toContain('Revised after review 1')
    expect(world.read(spec, 'document-review-1-reply.md')).toBe(reply)
    expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1, fixStatus: 'applied' }])
    expect(review(world, spec)['status']).not.toBe('approved')
  })

  it('D5.1 --fix without a reply is refused', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'document-review')
    await approveDocuments(world, spec)

    expect(
      refusal(await world.host.coordinator.runPhase(spec, 'document-review', { fix: true })),
    ).toEqual({
      code: 'NO_REVIEW_TO_FIX',
      item: spec,
    })
  })

  it('L5.2 a round manually counts, and auto execution continues with the next one and autofix', async () => {
    await using world = await openWorld({
      scenario: {
        record: true,
        reviewCounts: [
          [1, 0],
          [0, 0],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await approveDocuments(world, spec)
    await byHand(world, spec, 'document-review')

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    expect(agentsOf(world, spec).slice(2, 4)).toEqual([
      'document-review 2',
      'document-review-reply 2',
    ])
    expect(modeOf(world, world.mock.calls()[3]?.agentId)).toBe('autofix')
  })

  it('D5.1 after seven rounds a round manually is still possible', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[1, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)

    expect(await byHand(world, spec, 'document-review')).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec).slice(14)).toEqual([
      'document-review 8',
      'document-review-reply 8',
    ])
  })
})
