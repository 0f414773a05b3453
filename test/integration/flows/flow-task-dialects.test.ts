import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, specAt } from './flow-world.ts'

describe('the guard and the dialects of tasks.md', () => {
  it.each([
    ['boxes in headings', '### - [ ] 1. Part\n### - [ ] 2. Part\n'],
    ['boxes without a marker', '[ ] **T1.1** Part\n[x] **T1.2** Part\n'],
    ['a status line', '### Task 1.1: Part\n\n**Status**: [ ] Pending\n'],
    ['a box that nobody can place', '- [x] 1. Part\n\n| [ ] | 2. Part |\n'],
  ])('X7 G1.3 an open box is never taken for done: %s', async (_, text) => {
    await using world = await openWorld({ scenario: { ticksPerRun: 0 } })
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', text)
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'impl-limit' })
    expect(new Set(agentsOf(world, spec))).toEqual(new Set(['impl']))
  })

  it('X7 tasks without checkboxes are said to be that, and nothing is launched', async () => {
    await using world = await openWorld()
    const spec = await specAt(world, 'alpha', 'impl')
    world.write(spec, 'tasks.md', '### 1.1 ✅ Part\n\nDone.\n')
    expect(await world.run(spec)).toMatchObject({ status: 'error', reason: 'unreadable-tasks' })
    expect(entriesOf(world, spec, 'run.failed')[0]?.detail).toMatch(/without checkboxes.*- \[ \] 1/)
    expect(agentsOf(world, spec)).toEqual([])
  })
})
