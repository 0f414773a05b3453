import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, review, rounds, specAt, tasks } from './flow-world.ts'

const summary = (fix: number): string =>
  `| Severity | Fix Required | Needs Discussion |\n|---|---|---|\n| Warning | ${fix} | 0 |\n`

describe('the user acts in the middle of a review', () => {
  it.each([
    [0, ['impl', 'inspection 1'], 7],
    [1, ['document-review 8', 'document-review-reply 8', 'impl', 'inspection 1'], 8],
  ])(
    'R4 a reply of round seven that was corrected to %i fixes counts, and the resume grants one round',
    async (fix, launched, last) => {
      await using world = await openWorld({
        scenario: {
          reviewCounts: [...Array.from({ length: 7 }, () => [1, 0] as const), [0, 0]],
          overrides: [{ phase: 'document-review-reply', round: 7, rawDocument: 'All is well.\n' }],
        },
      })
      const spec = await specAt(world, 'alpha', 'document-review')
      expect(await world.run(spec)).toMatchObject({ reason: 'unreadable-review' })
      expect(rounds(world, spec)).toHaveLength(6)
      const before = agentsOf(world, spec).length
      world.write(spec, 'document-review-7-reply.md', summary(fix))

      expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
      expect(agentsOf(world, spec).slice(before)).toEqual(launched)
      expect(rounds(world, spec).map((round) => round['roundNumber'])).toEqual(
        Array.from({ length: last }, (_, index) => index + 1),
      )
    },
  )

  it('R14 a review approved between review and reply needs no reply, and its round is not counted', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review-reply', call: 1, hold: 'reply' }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review-reply' })
    await world.host.coordinator.stop(spec)
    await running

    expect(await world.host.coordinator.approve(spec, 'document-review')).toMatchObject({
      ok: true,
    })
    expect(review(world, spec)).toMatchObject({ status: 'approved' })
    expect(review(world, spec)).not.toHaveProperty('currentRound')
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, spec)).toEqual([
      'document-review 1',
      'document-review-reply 1',
      'impl',
      'inspection 1',
    ])
    expect(rounds(world, spec)).toEqual([])

    await world.follow(spec, () => world.host.coordinator.runPhase(spec, 'document-review'))
    expect(agentsOf(world, spec).slice(4)).toEqual(['document-review 1', 'document-review-reply 1'])
  })
})

describe('the user tells something', () => {
  it.each([false, true])(
    'D5.2 after a stop it is kept for the resume and launches nothing (now: %s)',
    async (now) => {
      await using world = await openWorld({
        scenario: { record: true, overrides: [{ phase: 'design', call: 1, hold: 'gate' }] },
      })
      const spec = await specAt(world, 'alpha', 'design')
      const running = world.run(spec)
      await agentStarted(world, spec, { phase: 'design' })
      // At the same time: the agent is still running when the instruction is handled.
      await Promise.all([
        world.host.coordinator.stop(spec),
        world.host.coordinator.tell(spec, 'use one table only', now),
      ])
      await running
      await world.host.coordinator.drain()
      expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
        status: 'paused',
        trackedAgentIds: [],
      })
      expect(agentsOf(world, spec)).toEqual(['design'])
      expect(entriesOf(world, spec, 'agent.recalled')).toEqual([])

      expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
      const [, again] = world.mock.calls()
      expect(again).toMatchObject({ phase: 'design' })
      expect(world.mock.recorded(again?.agentId ?? '').prompt).toContain('use one table only')
    },
  )
})

describe('progress between recoveries', () => {
  it('R7 a new tick between two recoveries starts their count again', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', hold: 'gate' }] },
    })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.host.coordinator.start(spec)
    await agentStarted(world, spec, { phase: 'impl' })
    const recoveries: number[] = []
    for (const marks of [null, null, ['x', ' ', ' ', ' '], null, ['x', 'x', ' ', ' ']]) {
      await world.closeHost()
      world.events.length = 0
      if (marks) world.write(spec, 'tasks.md', tasks(...marks))
      await world.open()
      await world.host.coordinator.recover(spec)
      recoveries.push((await world.entry(spec, 'run.recovered')).recoveries)
    }
    expect(recoveries).toEqual([1, 2, 1, 2, 1])
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({ status: 'running' })
  })
})
