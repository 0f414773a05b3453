import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Draft } from '../../../src/core/decide/draft.ts'
import { evolve, initialState } from '../../../src/core/state/evolve.ts'
import { perform } from '../../../src/core/decide/advance.ts'
import { handleDocumentReviewCompleted } from '../../../src/core/workflow/phases/document-review-phase.ts'
import { readFacts } from '../../../src/host/files/read-facts.ts'
import { settingsFrom } from '../../../src/host/config/settings.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, edit, entriesOf, review, rounds, specAt } from './flow-world.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS } from '../../../src/core/workflow/limits.ts'

const TRANSPORT = ['server', 'calls'].map((name) =>
  fileURLToPath(new URL(`../../../src/host/${name}`, import.meta.url)),
)

const DECIDES = /fixRequired|needsDiscussion|MAX_DOCUMENT_REVIEW_ROUNDS/

const roundsFrom = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((round) => [
    `document-review ${round}`,
    `document-review-reply ${round}`,
  ])

const numbers = (details: Record<string, unknown>[]): unknown[] =>
  details.map((detail) => detail['roundNumber'])

describe('the document review loop', () => {
  it('L1.1 L3.3 starts the next round by itself while something is left to fix', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [2, 0],
          [1, 3],
          [0, 0],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    const result = await world.run(spec)

    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 3), 'impl', 'inspection 1'])
    expect(result.status).toBe('completed')
  })

  it('L1.2 decides on the next round in handleDocumentReviewCompleted, with no transport near it', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [[1, 0]],
        overrides: [{ phase: 'document-review', round: 2, hold: 'second' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    void world.host.coordinator.start(spec)
    await agentStarted(world, spec, { phase: 'document-review', count: 2 })
    const journal = world.journal(spec)
    const ended = journal.findIndex(
      (entry) => entry.type === 'review.round-completed' && entry.round === 1,
    )
    const state = journal.slice(0, ended).reduce(evolve, initialState(spec))
    const facts = readFacts({
      specDir: world.specDir(spec),
      item: spec,
      wanted: { reply: 1, inspection: null, agents: false },
      settings: settingsFrom({ exclusiveWorkingTree: false }),
      look: null,
    })
    const draft = new Draft(state, { at: '2025-01-01T00:00:00.000Z', facts })
    if (state.step === null) throw new Error('the reply was a step')

    perform(draft, handleDocumentReviewCompleted(draft, state.step))

    const launches = draft.effects.flatMap((effect) =>
      effect.type === 'launch' ? `${effect.launch.phase} ${effect.launch.round}` : [],
    )
    expect(launches).toEqual(['document-review 2'])
    for (const folder of TRANSPORT) {
      const files = readdirSync(folder, { encoding: 'utf8', recursive: true })
      expect(files.length).toBeGreaterThan(1)
      for (const file of files.filter((name) => name.endsWith('.ts')))
        expect([file, readFileSync(join(folder, file), 'utf8').match(DECIDES)]).toEqual([
          file,
          null,
        ])
    }
  })

  it('L1.3 holds the current round in the state and writes each round to spec.json as it ends', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [1, 2],
          [0, 0],
        ],
        overrides: [{ phase: 'document-review', round: 2, hold: 'second' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review', count: 2 })

    const state = await world.host.coordinator.stateOf(spec)
    expect(state).toMatchObject({ phase: 'document-review', step: { round: 2 } })
    expect(review(world, spec)).toMatchObject({ status: 'in_progress', currentRound: 2 })
    expect(rounds(world, spec)).toMatchObject([
      {
        roundNumber: 1,
        status: 'reply_complete',
        fixRequired: 1,
        needsDiscussion: 2,
        fixStatus: 'applied',
      },
    ])
    for (const key of ['reviewCompletedAt', 'replyCompletedAt'])
      expect(Date.parse(String(rounds(world, spec)[0]?.[key]))).not.toBeNaN()

    world.mock.release('second')
    await running
    expect(numbers(rounds(world, spec))).toEqual([1, 2])
    expect(review(world, spec)).not.toHaveProperty('currentRound')
  })

  it('L2.1 L2.2 pauses after round seven', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[1, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')

    const result = await world.run(spec)

    expect(MAX_DOCUMENT_REVIEW_ROUNDS).toBe(7)
    expect(result).toMatchObject({
      status: 'paused',
      reason: 'max-rounds',
      phase: 'document-review',
      agents: 14,
    })
    expect(agentsOf(world, spec)).toEqual(roundsFrom(1, 7))
    expect(numbers(rounds(world, spec))).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(review(world, spec)['status']).not.toBe('approved')
    expect(world.notifications).toContainEqual(
      expect.objectContaining({ kind: 'run.paused', level: 'warning' }),
    )
  })

  it('L2.3 R4 each resume after the limit grants exactly one more round', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [...Array.from({ length: 8 }, () => [1, 0] as const), [0, 0]],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)

    expect(await world.resume(spec)).toMatchObject({
      status: 'paused',
      reason: 'max-rounds',
      agents: 2,
    })
    expect(agentsOf(world, spec)).toEqual(roundsFrom(1, 8))
    await world.closeHost()
    await world.open()
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 9), 'impl', 'inspection 1'])
    expect(numbers(rounds(world, spec))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('R4 the run command grants one more round as well, which may pause again', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[1, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)

    for (const round of [8, 9]) {
      expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'max-rounds' })
      expect(agentsOf(world, spec)).toEqual(roundsFrom(1, round))
    }
  })

  it('R4 approving the review after the limit continues to impl', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[1, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)

    const result = await world.follow(spec, () =>
      world.host.coordinator.approveReviewAndContinue(spec),
    )

    expect(result.status).toBe('completed')
    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 7), 'impl', 'inspection 1'])
    expect(review(world, spec)['status']).toBe('approved')
    expect(entriesOf(world, spec, 'approval.granted')).toContainEqual(
      expect.objectContaining({ phase: 'document-review', by: 'person' }),
    )
  })

  it('L3.1 L6.1 approves when nothing is left to fix or discuss, and continues to impl', async () => {
    await using world = await openWorld({ scenario: { reviewCounts: [[0, 0]] } })
    const spec = await specAt(world, 'alpha', 'document-review')

    await world.run(spec)

    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 1), 'impl', 'inspection 1'])
    expect(review(world, spec)).toMatchObject({
      status: 'approved',
      roundDetails: [{ fixRequired: 0, needsDiscussion: 0, fixStatus: 'not_required' }],
    })
  })

  it.each([
    ['nothing to fix, one to discuss', 0, 1],
    ['one to fix', 1, 0],
    ['one of each', 1, 1],
  ])('L6.1 L6.2 is not approved with %s', async (_name, fix, discuss) => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [[fix, discuss]],
        overrides: [{ phase: 'document-review', round: 2, exitCode: 1 }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    await world.run(spec)

    expect(review(world, spec)['status']).toBe('in_progress')
    expect(agentsOf(world, spec)).not.toContain('impl')
  })

  it('L3.2 pauses when nothing is left to fix but something to discuss', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [1, 1],
          [0, 2],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    expect(await world.run(spec)).toMatchObject({
      status: 'paused',
      reason: 'needs-discussion',
      phase: 'document-review',
    })
    expect(agentsOf(world, spec)).toEqual(roundsFrom(1, 2))
    expect(rounds(world, spec)[1]).toMatchObject({ needsDiscussion: 2, fixStatus: 'pending' })
  })

  const reviewAgents = ['document-review', 'document-review-reply'] as const

  it.each(reviewAgents)('L3.4 goes to error when the %s agent fails', async (phase) => {
    await using world = await openWorld({ scenario: { overrides: [{ phase, exitCode: 1 }] } })
    const spec = await specAt(world, 'alpha', 'document-review')

    expect(await world.run(spec)).toMatchObject({
      status: 'error',
      reason: 'agent-failed',
      phase: 'document-review',
    })
    expect(review(world, spec)['status']).not.toBe('approved')
  })

  it('L4.1 L4.2 L4.3 a stop keeps the finished rounds, and a start continues with the next one', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [3, 1],
          [2, 0],
          [0, 0],
        ],
        overrides: [{ phase: 'document-review', round: 3, call: 3, hold: 'third' }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review', count: 3 })
    await world.host.coordinator.stop(spec)

    expect(await running).toMatchObject({ status: 'paused', reason: 'user' })
    expect(review(world, spec)['status']).toBe('in_progress')
    const kept = rounds(world, spec)
    expect(kept).toMatchObject([
      { roundNumber: 1, fixRequired: 3, needsDiscussion: 1 },
      { roundNumber: 2, fixRequired: 2, needsDiscussion: 0 },
    ])

    await world.closeHost()
    await world.open()
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([
      ...roundsFrom(1, 2),
      'document-review 3',
      ...roundsFrom(3, 3),
      'impl',
      'inspection 1',
    ])
    expect(rounds(world, spec).slice(0, 2)).toEqual(kept)
  })

  it('L4.2 continues at roundDetails.length + 1 in a spec that another tool has begun', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'document-review')
    edit(world, spec, (json) => ({
      ...json,
      documentReview: {
        status: 'in_progress',
        roundDetails: [
          { round: 1, status: 'resolved', fixApplied: true },
          { round: 2, status: 'reply-completed', note: 'kept' },
        ],
      },
    }))

    await world.run(spec)

    expect(agentsOf(world, spec).slice(0, 2)).toEqual(roundsFrom(3, 3))
    expect(rounds(world, spec)).toMatchObject([
      { round: 1, fixApplied: true },
      { round: 2, note: 'kept' },
      { roundNumber: 3 },
    ])
  })

  it('L5.1 a round is a review, then a reply with autofix that makes the fixes', async () => {
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

    await world.run(spec)

    const [first, second] = world.mock.calls().map((call) => world.mock.recorded(call.agentId))
    expect(first?.prompt).toContain('document-review-1.md')
    expect(first?.prompt).not.toContain('Mode of this run')
    expect(second?.prompt).toContain('Mode of this run: autofix')
    expect(second?.prompt).toContain('document-review-1-reply.md')
    for (const name of ['document-review-1.md', 'document-review-1-reply.md'])
      expect(world.read(spec, name)).toContain('1')
    expect(world.read(spec, 'design.md')).toContain('Revised after review 1')
    expect(rounds(world, spec)).toMatchObject([
      { roundNumber: 1, fixStatus: 'applied' },
      { roundNumber: 2, fixStatus: 'not_required' },
    ])
  })

  it('L5.2 auto execution always replies with autofix and never with fix', async () => {
    await using world = await openWorld({
      scenario: {
        record: true,
        reviewCounts: [
          [1, 0],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    await world.run(spec)
    await world.resume(spec)

    const replies = world.mock.calls().filter((call) => call.phase === 'document-review-reply')
    const modes = replies.map(
      (call) => /^Mode of this run: (.*)$/m.exec(world.mock.recorded(call.agentId).prompt)?.[1],
    )
    expect(modes).toEqual(['autofix', 'autofix', 'autofix', 'autofix'])
    for (const call of replies)
      expect(world.mock.recorded(call.agentId).args).not.toContain('--fix')
  })
})

describe('a review that needs the user', () => {
  it('L2.3 R5 resume runs the next round on the documents as the user left them', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [0, 2],
          [0, 0],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
    world.write(spec, 'design.md', '# Design\n\nDecided by a person.\n')

    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })

    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 2), 'impl', 'inspection 1'])
    expect(world.read(spec, 'design.md')).toBe('# Design\n\nDecided by a person.\n')
  })

  it('R5 in the seventh round too it is the discussion that is named', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [...Array.from({ length: 6 }, () => [1, 0] as const), [0, 1], [0, 0]],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
    expect(agentsOf(world, spec)).toEqual(roundsFrom(1, 7))
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 8), 'impl', 'inspection 1'])
  })

  it.each([
    ['no table', '# Reply\n\nAll is well. Status: approved\n'],
    ['no numbers', '| Severity | Fix Required | Needs Discussion |\n|---|---|---|\n| Info | | |\n'],
    ['only one column', '| Severity | Fix Required |\n|---|---|\n| Info | 0 |\n'],
  ])('X5 a reply with %s pauses with the reason and is not approved', async (_name, text) => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review-reply', rawDocument: text }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')

    expect(await world.run(spec)).toMatchObject({
      status: 'paused',
      reason: 'unreadable-review',
      phase: 'document-review',
    })
    expect(entriesOf(world, spec, 'run.paused')[0]?.detail).toContain('document-review-1-reply.md')
    expect(review(world, spec)['status']).not.toBe('approved')
    expect(rounds(world, spec)).toEqual([])
    expect(agentsOf(world, spec)).toEqual(roundsFrom(1, 1))
  })

  it('X5 L2.3 a table that the user has corrected counts on resume', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review-reply', rawDocument: 'All is well.\n' }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    await world.run(spec)
    const table =
      '| Severity | Fix Required | Needs Discussion |\n|---|---|---|\n| Info | 0 | 0 |\n'
    world.write(spec, 'document-review-1-reply.md', table)

    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([...roundsFrom(1, 1), 'impl', 'inspection 1'])
    expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1, fixRequired: 0 }])
  })

  it('X5 R13 an unreadable reply is not approved by an agent that says so in spec.json', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'document-review')
    const claim = { ...world.spec(spec), documentReview: { status: 'approved', roundDetails: [] } }
    const reply = { phase: 'document-review-reply', rawDocument: 'All is well.\n' } as const
    world.mock.setScenario({
      overrides: [{ ...reply, alsoWrite: { 'spec.json': JSON.stringify(claim) } }],
    })

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'unreadable-review' })
    expect(review(world, spec)['status']).not.toBe('approved')
    expect(await world.resume(spec)).toMatchObject({
      status: 'paused',
      reason: 'unreadable-review',
    })
    expect(agentsOf(world, spec)).not.toContain('impl')
  })
})

describe('an agent that edits spec.json', () => {
  it('R13 the reply document wins over an approval the agent wrote, and the difference is logged', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'document-review')
    const claim = {
      ...world.spec(spec),
      documentReview: {
        status: 'approved',
        roundDetails: [{ roundNumber: 1, status: 'reply_complete', fixRequired: 0 }],
      },
    }
    world.mock.setScenario({
      reviewCounts: [
        [2, 0],
        [0, 0],
      ],
      overrides: [
        {
          phase: 'document-review-reply',
          round: 1,
          alsoWrite: { 'spec.json': JSON.stringify(claim) },
        },
      ],
    })

    await world.run(spec)

    expect(agentsOf(world, spec).slice(0, 4)).toEqual(roundsFrom(1, 2))
    expect(rounds(world, spec)).toMatchObject([
      { roundNumber: 1, fixRequired: 2 },
      { roundNumber: 2, fixRequired: 0 },
    ])
    expect(entriesOf(world, spec, 'review.contradicted')).toMatchObject([
      { round: 1, claimed: 'approved', level: 'warning' },
    ])
  })

  it.each(['document-review', 'document-review-reply'] as const)(
    'R13 approved by a %s agent that then fails is not approved',
    async (phase) => {
      await using world = await openWorld()
      const spec = await specAt(world, 'alpha', 'document-review')
      const claim = { ...world.spec(spec), documentReview: { status: 'approved' } }
      world.mock.setScenario({
        reviewCounts: [[1, 0]],
        overrides: [
          { phase, call: 1, exitCode: 1, alsoWrite: { 'spec.json': JSON.stringify(claim) } },
          { phase: 'document-review-reply', call: 2, exitCode: 1 },
        ],
      })
      expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'agent-failed' })

      await world.run(spec)

      expect(agentsOf(world, spec)).not.toContain('impl')
      expect(
        agentsOf(world, spec).filter((agent) => agent.startsWith('document-review')).length,
      ).toBeGreaterThan(2)
    },
  )

  it('R13 approved by a review agent that the user then stops is not approved', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'document-review')
    const claim = { ...world.spec(spec), documentReview: { status: 'approved' } }
    world.mock.setScenario({
      reviewCounts: [[0, 1]],
      overrides: [
        { phase: 'document-review', call: 1, alsoWrite: { 'spec.json': JSON.stringify(claim) } },
        { phase: 'document-review-reply', call: 1, hold: 'reply' },
      ],
    })
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review-reply' })
    await world.host.coordinator.stop(spec)
    await running

    expect(await world.run(spec)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })
    expect(review(world, spec)['status']).not.toBe('approved')
  })
})

describe('the number of rounds', () => {
  it('R14 a round stopped between review and reply continues with its reply', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review-reply', call: 1, hold: 'reply' }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review-reply' })
    expect(rounds(world, spec)).toEqual([])
    await world.host.coordinator.stop(spec)
    await running
    expect(rounds(world, spec)).toEqual([])

    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec).slice(0, 3)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review-reply 1',
    ])
    expect(numbers(rounds(world, spec))).toEqual([1])
  })

  it('R14 after a failed reply, too, the review is not done again', async () => {
    await using world = await openWorld({
      scenario: {
        overrides: [{ phase: 'document-review-reply', call: 1, exitCode: 1, skipDocument: true }],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'agent-failed' })
    await world.closeHost()
    await world.open()

    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec).slice(0, 3)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'document-review-reply 1',
    ])
  })

  it('R17 after a document was generated again the numbers continue and the limit counts from there', async () => {
    await using world = await openWorld({
      scenario: {
        reviewCounts: [
          [1, 0],
          [1, 0],
          [0, 0],
          [1, 0],
        ],
      },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
    expect(numbers(rounds(world, spec))).toEqual([1, 2, 3])
    const kept = rounds(world, spec)

    const result = await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'design'))

    expect(result).toMatchObject({ status: 'paused', reason: 'max-rounds' })
    expect(agentsOf(world, spec).slice(8)).toEqual(['design', 'tasks', ...roundsFrom(4, 10)])
    expect(rounds(world, spec).slice(0, 3)).toEqual(kept)
    expect(rounds(world, spec)).toHaveLength(10)
    expect(await world.resume(spec)).toMatchObject({ status: 'paused', reason: 'max-rounds' })
    expect(numbers(rounds(world, spec)).at(-1)).toBe(11)
  })
})
