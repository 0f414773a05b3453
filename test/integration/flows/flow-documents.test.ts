import { sameItem } from '../../../src/contracts/work-item.ts'
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AgentPhase, Phase } from '../../../src/contracts/phases.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import {
  agentsOf,
  agentStarted,
  approvals,
  edit,
  entriesOf,
  inspections,
  refusal,
  review,
  specAt,
  tasks,
} from './flow-world.ts'

const NOT_PASSED = { generated: false, approved: false }
const PASSED = { generated: true, approved: true }

const WITH_DOCUMENT: [AgentPhase, Exclude<Phase, 'deploy'>][] = [
  ['requirements', 'requirements'],
  ['design', 'design'],
  ['tasks', 'tasks'],
  ['document-review', 'document-review'],
  ['document-review-reply', 'document-review'],
  ['inspection', 'inspection'],
]

/** A NOGO verdict is not fixed automatically. */
const NO_FIXES = { inspection: { autoFix: false } }

describe('a whole run', () => {
  it('S1 leaves everything in the spec folder, with the event log beside it', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.run(spec)

    expect(world.specDir(spec).endsWith('/.kiro/specs/alpha')).toBe(true)
    expect(readdirSync(world.specDir(spec)).sort()).toEqual([
      'design.md',
      'document-review-1-reply.md',
      'document-review-1.md',
      'event-log.jsonl',
      'inspection-1.md',
      'requirements.md',
      'spec.json',
      'tasks.md',
    ])
    const entries = world.journal(spec)
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1))
    for (const { time, message } of entries) {
      expect(new Date(time).toISOString()).toBe(time)
      expect(message).not.toBe('')
    }
  })

  it.each([true, false])(
    'S2 passes the phases in order, approving and recording each (exclusive tree: %s)',
    async (exclusiveWorkingTree) => {
      await using world = await openWorld({ config: { exclusiveWorkingTree } })
      const spec = await world.newSpec('alpha')
      await world.run(spec)

      const phases = ['requirements', 'design', 'tasks', 'document-review', 'impl', 'inspection']
      const of = (type: 'phase.started' | 'phase.completed') =>
        entriesOf(world, spec, type).map((entry) => entry.phase)
      expect(of('phase.started')).toEqual(phases)
      expect(of('phase.completed')).toEqual(phases)
      expect(world.spec(spec)).toMatchObject({
        phase: 'inspection-complete',
        approvals: { requirements: PASSED, design: PASSED, tasks: PASSED },
        documentReview: { status: 'approved' },
        inspection: { rounds: [{ number: 1, result: 'go' }] },
      })
    },
  )

  it('S2 a spec that had to wait for the working tree passes and records the same phases', async () => {
    await using world = await openWorld({
      config: { exclusiveWorkingTree: true },
      scenario: { overrides: [{ feature: 'first', phase: 'impl', hold: 'impl' }] },
    })
    const first = await specAt(world, 'first', 'impl')
    const second = await specAt(world, 'second', 'document-review')
    const running = [world.run(first)]
    await agentStarted(world, first, { phase: 'impl' })
    running.push(world.run(second))
    await world.event(
      (event): event is typeof event =>
        event.type === 'entry' &&
        sameItem(event.item, second) &&
        event.entry.type === 'run.waiting',
    )
    world.mock.release('impl')
    await Promise.all(running)

    const started = entriesOf(world, second, 'phase.started').map((entry) => entry.phase)
    expect(started).toEqual(['document-review', 'impl', 'inspection'])
  })

  it('S2 W9 deploy without git says so instead of failing', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'inspection')
    await world.host.coordinator.permit(spec, { go: ['deploy'], nogo: [] })

    expect(await world.run(spec)).toMatchObject({
      status: 'paused',
      reason: 'workspace',
      phase: 'deploy',
    })
  })
})

describe('an agent that exits 0 without its document', () => {
  it.each(WITH_DOCUMENT)('X4 %s has failed', async (phase, start) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', start)

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'postcondition',
      phase: start,
      executedPhases: [],
    })
    expect(agentsOf(world, spec).at(-1)?.split(' ')[0]).toBe(phase)
    expect(entriesOf(world, spec, 'phase.completed')).toEqual([])
  })

  it.each(WITH_DOCUMENT)('X4 %s with an empty document has failed', async (phase, start) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase, emptyDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', start)

    expect(await world.run(spec)).toMatchObject({ status: 'error', phase: start })
    expect(entriesOf(world, spec, 'phase.completed')).toEqual([])
  })
})

describe('the inspection verdict', () => {
  it('X3 NOGO with exit 0 pauses, and resume inspects again', async () => {
    await using world = await openWorld({
      config: NO_FIXES,
      scenario: { verdicts: ['NOGO', 'GO'] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.host.coordinator.permit(spec, { go: ['deploy'], nogo: [] })

    expect(await world.run(spec)).toMatchObject({
      status: 'paused',
      reason: 'verdict-nogo',
      phase: 'inspection',
      executedPhases: ['impl'],
    })
    expect(world.spec(spec)['phase']).toBe('implementation-complete')
    expect(inspections(world, spec)).toMatchObject([{ number: 1, result: 'nogo' }])
    expect(world.notifications.at(-1)).toMatchObject({ kind: 'run.paused', level: 'warning' })

    expect(await world.resume(spec)).toMatchObject({ status: 'paused', phase: 'deploy' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1', 'inspection 2'])
    expect(inspections(world, spec)).toMatchObject([
      { number: 1, result: 'nogo' },
      { number: 2, result: 'go' },
    ])
  })

  it.each([
    ['none', '# Inspection\n\nAll is fine.\n'],
    ['two different ones', 'Judgment: GO\n\nJudgment: NOGO\n'],
    ['a GO under a condition', '# Inspection\n\nJudgment: GO (after autofix)\n'],
    ['a GO that depends', '# Inspection\n\n**Judgment**: GO if the tests pass\n'],
  ])('X3 a report with %s is no pass', async (_name, rawDocument) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'inspection', rawDocument }] },
    })
    const spec = await specAt(world, 'alpha', 'inspection')

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'unreadable-verdict' })
    expect(inspections(world, spec)).toEqual([])
    expect(world.spec(spec)['phase']).not.toBe('inspection-complete')
  })

  it('X3 R13 a GO that the impl agent writes into spec.json spares no inspection', async () => {
    await using world = await openWorld({ scenario: { verdicts: ['NOGO'] } })
    const spec = await specAt(world, 'alpha', 'impl')
    const claim = { ...world.spec(spec), inspection: { rounds: [{ number: 1, result: 'go' }] } }
    world.mock.setScenario({
      verdicts: ['NOGO'],
      overrides: [{ phase: 'impl', alsoWrite: { 'spec.json': JSON.stringify(claim) } }],
    })

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  })

  it('X3 R13 a GO that the inspection agent writes into spec.json does not beat its report', async () => {
    await using world = await openWorld({ config: NO_FIXES })
    const spec = await specAt(world, 'alpha', 'inspection')
    const claim = {
      ...world.spec(spec),
      phase: 'inspection-complete',
      inspection: { rounds: [{ number: 1, result: 'go' }] },
    }
    world.mock.setScenario({
      verdicts: ['NOGO'],
      overrides: [{ phase: 'inspection', alsoWrite: { 'spec.json': JSON.stringify(claim) } }],
    })

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
    expect(inspections(world, spec)).toMatchObject([{ number: 1, result: 'nogo' }])
    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  })

  it('X3 R13 a GO in spec.json of an inspection agent that failed is not believed', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'inspection')
    const claim = { ...world.spec(spec), inspection: { rounds: [{ number: 1, result: 'go' }] } }
    const failing = { phase: 'inspection', call: 1, exitCode: 1, skipDocument: true } as const
    world.mock.setScenario({
      verdicts: ['NOGO'],
      overrides: [{ ...failing, alsoWrite: { 'spec.json': JSON.stringify(claim) } }],
    })
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'agent-failed' })

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
  })
})

describe('what is left over from earlier', () => {
  it('R18 a stale GO report never counts', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'inspection', skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'inspection')
    world.write(spec, 'inspection-1.md', 'Judgment: GO\n')

    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'postcondition' })
    expect(agentsOf(world, spec)).toEqual(['inspection 2'])
    expect(inspections(world, spec)).toEqual([])
  })

  it('R18 after the tenth inspection comes the eleventh, and its report is the one that counts', async () => {
    await using world = await openWorld({ config: NO_FIXES, scenario: { verdicts: ['NOGO'] } })
    const spec = await specAt(world, 'alpha', 'inspection')
    for (let number = 1; number <= 10; number++)
      world.write(spec, `inspection-${number}.md`, '# Inspection\n\nJudgment: GO\n')

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
    expect(agentsOf(world, spec)).toEqual(['inspection 11'])
    world.mock.setScenario({ verdicts: ['GO'] })
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual(['inspection 11', 'inspection 12'])
    expect(inspections(world, spec)).toMatchObject([
      { number: 11, result: 'nogo' },
      { number: 12, result: 'go' },
    ])
  })

  it('R18 a GO from before new work was done never counts', async () => {
    await using world = await openWorld({
      config: NO_FIXES,
      scenario: { verdicts: ['GO', 'NOGO'] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    world.write(spec, 'tasks.md', tasks('x', 'x', ' '))

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
    expect(agentsOf(world, spec)).toEqual(['impl', 'inspection 1', 'impl', 'inspection 2'])
  })

  it('R18 an old review or reply never counts', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [
          { feature: 'alpha', phase: 'document-review', skipDocument: true },
          { feature: 'beta', phase: 'document-review-reply', skipDocument: true },
        ],
      },
    })
    const table =
      '| Severity | Fix Required | Needs Discussion |\n|---|---|---|\n| Info | 0 | 0 |\n'
    for (const name of ['alpha', 'beta']) {
      const spec = await specAt(world, name, 'document-review')
      world.write(spec, 'document-review-1.md', '# Old review\n')
      world.write(spec, 'document-review-1-reply.md', table)

      expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'postcondition' })
      expect(review(world, spec)['status']).not.toBe('approved')
    }
  })

  it.each(['requirements', 'design', 'tasks'] as const)(
    'R18 the old %s does not count when it is generated again',
    async (phase) => {
      await using world = await openWorld({
        scenario: { overrides: [{ phase, skipDocument: true }] },
      })
      const spec = await specAt(world, 'alpha', 'document-review')

      const result = await world.follow(spec, () => world.host.coordinator.retryFrom(spec, phase))

      expect(result).toMatchObject({ status: 'error', reason: 'postcondition', phase })
      expect(agentsOf(world, spec)).toEqual([phase])
      world.mock.setScenario({})
      await world.run(spec)
      expect(agentsOf(world, spec).slice(0, 2)).toEqual([phase, phase])
    },
  )

  it('R18 the host compares with what stood there before the launch, also after a restart', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'inspection', skipDocument: true, hold: 'it' }] },
    })
    const spec = await specAt(world, 'alpha', 'inspection')
    world.write(spec, 'inspection-1.md', 'Judgment: GO\n')
    void world.host.coordinator.start(spec)
    await agentStarted(world, spec, { phase: 'inspection' })
    await world.closeHost()
    await world.open()
    const running = world.run(spec)
    world.mock.release('it')

    expect(await running).toMatchObject({ status: 'error', reason: 'postcondition' })
    expect(entriesOf(world, spec, 'step.started')[0]?.before).toHaveProperty(
      'inspection-2.md',
      null,
    )
  })
})

describe('approvals', () => {
  it('X18 auto execution approves what it generates, with an entry each time', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.run(spec)

    expect(entriesOf(world, spec, 'approval.granted')).toMatchObject([
      { phase: 'requirements', by: 'auto-execution' },
      { phase: 'design', by: 'auto-execution' },
      { phase: 'tasks', by: 'auto-execution' },
      { phase: 'document-review', by: 'auto-execution' },
    ])

    await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'tasks'))
    expect(
      entriesOf(world, spec, 'approval.granted')
        .slice(4)
        .map((entry) => entry.phase),
    ).toEqual(['tasks', 'document-review'])
  })

  it('X18 it approves what was generated before, manually or without approval', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'tasks')
    edit(world, spec, (json) => ({
      ...json,
      approvals: { ...approvals(world, spec), requirements: { generated: true, approved: false } },
    }))
    await world.run(spec)

    expect(agentsOf(world, spec)[0]).toBe('tasks')
    expect(entriesOf(world, spec, 'approval.granted').slice(0, 2)).toMatchObject([
      { phase: 'requirements', by: 'auto-execution' },
      { phase: 'design', by: 'auto-execution' },
    ])
    expect(approvals(world, spec)).toMatchObject({ requirements: PASSED, design: PASSED })
  })

  it('X18 what the user has approved is not approved again', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'design')
    await world.host.coordinator.approve(spec, 'requirements')
    await world.run(spec)

    const granted = entriesOf(world, spec, 'approval.granted')
    expect(granted.filter((entry) => entry.phase === 'requirements')).toMatchObject([
      { by: 'person' },
    ])
  })

  it('S2 approving what is not generated is refused', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'design')

    expect(refusal(await world.host.coordinator.approve(spec, 'design')).code).toBe('NOT_GENERATED')
    expect(approvals(world, spec)['design']).toEqual(NOT_PASSED)
  })
})

describe('a rejected document', () => {
  it('R8 it and all later ones are no longer generated or approved; the files stay', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('alpha')
    await world.run(spec)
    const files = readdirSync(world.specDir(spec)).sort()
    const design = world.read(spec, 'design.md')
    const agents = agentsOf(world, spec)

    await world.host.coordinator.reject(spec, 'design', 'Too complicated: use one table.')

    expect(approvals(world, spec)).toMatchObject({
      requirements: PASSED,
      design: NOT_PASSED,
      tasks: NOT_PASSED,
    })
    expect(review(world, spec)['status']).toBe('pending')
    expect(world.spec(spec)['phase']).toBe('requirements-generated')
    expect(readdirSync(world.specDir(spec)).sort()).toEqual(files)
    expect(world.read(spec, 'design.md')).toBe(design)
    expect(agentsOf(world, spec)).toEqual(agents)
    expect(entriesOf(world, spec, 'approval.revoked')).toMatchObject([
      { phase: 'design', reason: 'Too complicated: use one table.' },
    ])
  })

  it('R8 the next run generates it again with the reason in the prompt, also after a restart', async () => {
    await using world = await openWorld({ scenario: { record: true } })
    const spec = await world.newSpec('alpha')
    await world.run(spec)
    const before = world.mock.calls().length
    await world.host.coordinator.reject(spec, 'design', 'Too complicated: use one table.')
    await world.closeHost()
    await world.open()

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })

    const again = world.mock.calls().slice(before)
    expect(again.map((call) => call.phase)).toEqual([
      'design',
      'tasks',
      'document-review',
      'document-review-reply',
      'impl',
      'inspection',
    ])
    const reasons = again.map((call) =>
      world.mock.recorded(call.agentId).prompt.includes('Too complicated: use one table.'),
    )
    expect(reasons).toEqual([true, false, false, false, false, false])
    expect(approvals(world, spec)['design']).toEqual(PASSED)
    await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'design'))
    const later = world.mock.calls().slice(before + again.length)
    expect(world.mock.recorded(later[0]?.agentId ?? '').prompt).not.toContain('Too complicated')
  })

  it('R8 a rejected review is done again', async () => {
    await using world = await openWorld({ scenario: { record: true } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.follow(spec, () => world.host.coordinator.start(spec, { nogo: ['impl'] }))
    expect(review(world, spec)['status']).toBe('approved')

    await world.host.coordinator.reject(spec, 'document-review', 'Nobody looked at the costs.')
    expect(review(world, spec)['status']).toBe('pending')
    expect(approvals(world, spec)).toMatchObject({ tasks: PASSED })
    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review 2',
      'document-review-reply 2',
    ])
    const second = world.mock.calls()[2]?.agentId ?? ''
    expect(world.mock.recorded(second).prompt).toContain('Nobody looked at the costs.')
  })

  it('R8 an agent that leaves the rejected document as it is has failed', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.host.coordinator.reject(spec, 'design', 'No.')

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'postcondition',
      phase: 'design',
    })
    expect(existsSync(`${world.specDir(spec)}/design.md`)).toBe(true)
  })
})
