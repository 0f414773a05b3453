import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentStarted, agentsOf, entriesOf, review, rounds, specAt, tasks } from './flow-world.ts'

const attempts = (world: ProjectWorld, spec: SpecItem): number[] =>
  entriesOf(world, spec, 'impl.rerun').map(({ attempt }) => attempt)

const stubborn = () =>
  openWorld({
    scenario: { ticksPerRun: 0, overrides: [{ phase: 'impl', call: 4, hold: 'fourth' }] },
  })

/** A run that was stopped in its third re-run. */
async function stoppedAfterThree(world: ProjectWorld): Promise<SpecItem> {
  const spec = await specAt(world, 'alpha', 'impl')
  const running = world.run(spec)
  await agentStarted(world, spec, { phase: 'impl', count: 4 })
  await world.host.coordinator.stop(spec)
  expect(await running).toMatchObject({ status: 'paused', reason: 'user' })
  expect(attempts(world, spec)).toEqual([1, 2, 3])
  return spec
}

describe('the count of re-runs', () => {
  it.each(['resume', 'run'] as const)(
    'R22 is kept by stop and %s in the same host',
    async (act) => {
      await using world = await stubborn()
      const spec = await stoppedAfterThree(world)
      expect(await world[act](spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })
      expect(attempts(world, spec)).toEqual([1, 2, 3, 4, 5, 6, 7])
    },
  )

  it('R22 G2.3 is 0 in a new host', async () => {
    await using world = await stubborn()
    const spec = await stoppedAfterThree(world)
    await world.closeHost()
    await world.open()
    expect(await world.resume(spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(attempts(world, spec)).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 7])
  })

  it.each(['impl', 'tasks'] as const)('R22 is 0 after a retry from %s', async (from) => {
    await using world = await stubborn()
    const spec = await stoppedAfterThree(world)
    const retried = world.follow(spec, () => world.host.coordinator.retryFrom(spec, from))
    expect(await retried).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(attempts(world, spec)).toEqual([1, 2, 3, 1, 2, 3, 4, 5, 6, 7])
  })

  it('R22 R2 is 0 after a reset', async () => {
    await using world = await openWorld({ scenario: { ticksPerRun: 0 } })
    const spec = await specAt(world, 'alpha', 'impl')
    await world.run(spec)
    await world.host.coordinator.reset(spec)
    world.write(spec, 'tasks.md', tasks(' '))
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(attempts(world, spec)).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7])
  })
})

describe('a review round that is interrupted', () => {
  it.each(['document-review', 'document-review-reply'] as const)(
    'R23 L4.1 is in spec.json after a stop in its %s, until it is complete',
    async (phase) => {
      await using world = await openWorld({
        scenario: {
          reviewCounts: [
            [1, 0],
            [0, 0],
          ],
          overrides: [{ phase, round: 2, call: 2, hold: 'second' }],
        },
      })
      const spec = await specAt(world, 'alpha', 'document-review')
      const running = world.run(spec)
      await agentStarted(world, spec, { phase, count: 2 })
      await world.host.coordinator.stop(spec)
      expect(await running).toMatchObject({ status: 'paused', reason: 'user' })
      expect(review(world, spec)).toMatchObject({ status: 'in_progress', currentRound: 2 })
      expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1 }])
      await world.closeHost()
      await world.open()
      expect(review(world, spec)).toMatchObject({ status: 'in_progress', currentRound: 2 })

      expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
      expect(review(world, spec)).toMatchObject({ status: 'approved' })
      expect(review(world, spec)).not.toHaveProperty('currentRound')
      expect(rounds(world, spec)).toMatchObject([{ roundNumber: 1 }, { roundNumber: 2 }])
    },
  )

  it('R23 is in spec.json after its agent failed', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review', exitCode: 1, skipDocument: true }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    expect(await world.run(spec)).toMatchObject({ status: 'error' })
    expect(review(world, spec)).toMatchObject({ status: 'in_progress', currentRound: 1 })
  })

  it('R23 is gone when a document is generated again', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'document-review', call: 1, hold: 'first' }] },
    })
    const spec = await specAt(world, 'alpha', 'document-review')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'document-review' })
    await world.host.coordinator.stop(spec)
    await running
    expect(review(world, spec)).toMatchObject({ currentRound: 1 })
    await world.host.coordinator.permit(spec, { go: [], nogo: ['document-review'] })
    await world.follow(spec, () => world.host.coordinator.retryFrom(spec, 'tasks'))
    expect(agentsOf(world, spec)).toEqual(['document-review 1', 'tasks'])
    expect(review(world, spec)).toMatchObject({ status: 'pending' })
    expect(review(world, spec)).not.toHaveProperty('currentRound')
  })
})
