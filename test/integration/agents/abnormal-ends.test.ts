import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentFolder } from '../../../src/host/agents/folder/agent-folder.ts'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import {
  agentsOf,
  agentStarted,
  entriesOf,
  refusal,
  review,
  rounds,
  specAt,
} from '../flows/flow-world.ts'

const fileOf = (world: ProjectWorld, name: SpecItem, file: string): string =>
  join(world.specDir(name), file)

describe('an agent that prints nothing for a while', () => {
  it('R10 is hung, not any more when it prints, hung again, and its run ends well', async () => {
    await using world = await openWorld({
      config: { hangMinutes: 0.002 },
      scenario: { overrides: [{ phase: 'requirements', hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    const ending = world.run(a)
    const { agentId } = await world.entry(a, 'agent.hung')
    await until(() => world.host.agents.get(agentId)?.status === 'hang')
    const line = {
      type: 'assistant',
      message: { content: [{ type: 'text', text: 'Still here.' }] },
    }
    const { out } = agentFolder(world.folders, agentId)
    appendFileSync(out, `${JSON.stringify(line)}\n`)
    await world.entry(a, 'agent.unhung')
    await until(() => entriesOf(world, a, 'agent.hung').length >= 2)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed', agents: 7 })
    const told = world.types(a).filter((type) => type.endsWith('hung'))
    expect(told.slice(0, 3)).toEqual(['agent.hung', 'agent.unhung', 'agent.hung'])
  })
})

describe('a reply that ends abnormally', () => {
  const APPROVED = JSON.stringify({
    feature_name: 'a',
    approvals: {},
    documentReview: { status: 'approved', roundDetails: [{ roundNumber: 1 }, { roundNumber: 2 }] },
  })
  const REPLY = { phase: 'document-review-reply', round: 2 } as const

  const cases: [string, MockScenario, object][] = [
    ['with an error', { exitCode: 1, isError: true, skipDocument: true }, { status: 'error' }],
    ['without its document', { skipDocument: true }, { reason: 'postcondition' }],
    [
      'with counts that cannot be read',
      { rawDocument: '# Reply\n\nAll is well.\n' },
      { status: 'paused' },
    ],
    ['killed by somebody', { killSelf: 'KILL' }, { status: 'error' }],
  ]

  it.each(cases)(
    'L4.1 R13 %s leaves the finished round alone in spec.json, whatever the agent wrote there',
    async (_, behaviour, end) => {
      await using world = await openWorld({
        scenario: {
          reviewCounts: [
            [1, 0],
            [0, 0],
          ],
          overrides: [{ ...REPLY, ...behaviour, alsoWrite: { 'spec.json': APPROVED } }],
        },
      })
      const spec = await specAt(world, 'a', 'document-review')
      expect(await world.run(spec)).toMatchObject(end)
      expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1, fixRequired: 1 }])
      expect(review(world, spec)['status']).not.toBe('approved')
      expect(agentsOf(world, spec)).not.toContain('impl')
      world.mock.setScenario({
        reviewCounts: [
          [1, 0],
          [0, 0],
        ],
      })
      expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
      expect(review(world, spec)['status']).toBe('approved')
      expect(rounds(world, spec).at(-1)).toMatchObject({ fixRequired: 0, needsDiscussion: 0 })
    },
  )

  it('L4.1 R14 stopped in the middle keeps the round under way, and resume continues with its reply', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [1, 0],
          [0, 0],
        ],
        overrides: [{ ...REPLY, call: 2, hangForever: true }],
      },
    })
    const spec = await specAt(world, 'a', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review-reply', count: 2 })
    await world.host.coordinator.stop(spec)
    expect(await running).toMatchObject({ status: 'paused', reason: 'user' })
    expect(review(world, spec)).toMatchObject({ status: 'in_progress', currentRound: 2 })
    expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1 }])
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    const reviewed = agentsOf(world, spec).filter((agent) => agent.startsWith('document-review'))
    expect(reviewed).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review 2',
      'document-review-reply 2',
      'document-review-reply 2',
    ])
    expect(rounds(world, spec)).toHaveLength(2)
  })
})

describe('a run whose host died', () => {
  const AT_DESIGN = {
    scenario: { overrides: [{ phase: 'design', call: 1, hold: 'gate' }] },
  } as const

  async function orphaned(world: ProjectWorld): Promise<SpecItem> {
    const a = await world.newSpec('a')
    await world.host.coordinator.start(a)
    await agentStarted(world, a, { phase: 'design' })
    await until(() => agentsOf(world, a).length === 2)
    await world.closeHost()
    return a
  }

  it('R7 is recovered by the next try when the first one failed', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphaned(world)
    const specJson = readFileSync(fileOf(world, a, 'spec.json'))
    writeFileSync(fileOf(world, a, 'spec.json'), '{ broken')
    await world.open()
    expect(refusal(await world.host.coordinator.recover(a))).toMatchObject({
      code: 'SPEC_UNREADABLE',
    })
    expect(await world.host.recoverAll()).toEqual([])
    expect(entriesOf(world, a, 'run.recovered')).toEqual([])
    expect(agentsOf(world, a)).toEqual(['requirements', 'design'])
    writeFileSync(fileOf(world, a, 'spec.json'), specJson)
    const ending = world.follow(a, () => world.host.coordinator.recover(a))
    await world.entry(a, 'run.recovered')
    expect(refusal(await world.host.coordinator.recover(a))).toMatchObject({
      code: 'ALREADY_EXECUTING',
    })
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a).filter((agent) => agent === 'design')).toHaveLength(1)
  })

  it('R7 T10 and whose journal was cut under its living agent gets it back and goes on with that agent', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphaned(world)
    const journal = fileOf(world, a, JOURNAL_FILE)
    const lines = readFileSync(journal, 'utf8').split('\n')
    const begun = lines.findIndex(
      (line) => line.includes('"step.started"') && line.includes('"design"'),
    )
    writeFileSync(journal, `${lines.slice(0, begun).join('\n')}\n`)
    const pid = world.mock.calls()[1]?.pid ?? 0
    expect(isPidAlive(pid)).toBe(true)
    await world.open()
    expect(await world.host.recoverAll()).toEqual([a])
    expect(isPidAlive(pid)).toBe(true)
    expect(readFileSync(journal, 'utf8').startsWith(lines.join('\n'))).toBe(true)
    world.mock.release('gate')
    await world.entry(a, 'run.completed')
    expect(agentsOf(world, a).filter((phase) => phase === 'design')).toHaveLength(1)
    expect(entriesOf(world, a, 'journal.rewound')).toEqual([])
  })
})
