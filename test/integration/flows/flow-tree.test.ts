import { sameItem, type SpecItem } from '../../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, specAt, tasks } from './flow-world.ts'

const EXCLUSIVE = { exclusiveWorkingTree: true }

/** Resolves once the spec says that it waits for the working tree. */
async function awaitsTree(world: ProjectWorld, name: SpecItem): Promise<void> {
  await world.event(
    (event): event is typeof event =>
      event.type === 'entry' && sameItem(event.item, name) && event.entry.type === 'run.waiting',
  )
}

describe('the working tree', () => {
  it.each(['impl', 'inspection'] as const)(
    'R16 X14 an adopted %s holds it again: another spec waits until that run is over',
    async (phase) => {
      await using world = await openWorld({
        config: EXCLUSIVE,
        scenario: { overrides: [{ feature: 'first', phase, hold: 'gate' }] },
      })
      const first = await specAt(world, 'first', phase)
      const second = await specAt(world, 'second', 'impl')
      await world.host.coordinator.start(first)
      await agentStarted(world, first, { phase })
      await world.closeHost()
      world.events.length = 0

      await world.open()
      const ends = [world.run(first)]
      await world.entry(first, 'run.recovered')
      ends.push(world.run(second))
      await awaitsTree(world, second)
      await world.host.coordinator.drain()
      expect(agentsOf(world, second)).toEqual([])
      world.mock.release('gate')
      expect(await Promise.all(ends)).toMatchObject([
        { status: 'completed' },
        { status: 'completed' },
      ])
      expect(world.mock.calls().map((call) => call.feature)).toEqual([
        ...agentsOf(world, first).map(() => first.name),
        ...agentsOf(world, second).map(() => second.name),
      ])
    },
  )

  it('G1.3 a task unticked while the inspection waits for it is done before any inspection', async () => {
    await using world = await openWorld({
      config: EXCLUSIVE,
      scenario: { overrides: [{ feature: 'first', phase: 'impl', hold: 'gate' }] },
    })
    const first = await specAt(world, 'first', 'impl')
    const second = await specAt(world, 'second', 'inspection')
    const ends = [world.run(first)]
    await agentStarted(world, first, { phase: 'impl' })
    ends.push(world.run(second))
    await awaitsTree(world, second)
    world.write(second, 'tasks.md', tasks('x', ' ', 'x'))
    world.mock.release('gate')

    expect(await Promise.all(ends)).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    expect(agentsOf(world, second)).toEqual(['impl', 'inspection 1'])
    expect(entriesOf(world, second, 'phase.completed').map((entry) => entry.phase)).toEqual([
      'impl',
      'inspection',
    ])
  })
})
