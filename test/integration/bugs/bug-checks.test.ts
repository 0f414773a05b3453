import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../flows/flow-world.ts'

/** Passes once the code has the guard. */
const CHECK = { name: 'test', command: ['sh', '-c', 'echo "no guard yet"; test -f guard.txt'] }

describe('checks of a fix', () => {
  it('B2 one that fails has the fix run again with it in the prompt; then it is verified', async () => {
    const code = { '../../../guard.txt': 'a guard' }
    await using world = await openWorld({
      scenario: { record: true, overrides: [{ phase: 'fix', call: 2, alsoWrite: code }] },
      config: { checks: [CHECK] },
    })
    execFileSync('git', ['init', '-q', world.folders.projectDir])
    const bug = await world.newBug('crash')

    expect(await world.run(bug)).toMatchObject({ status: 'completed', phase: 'deploy' })

    expect(agentsOf(world, bug)).toEqual(['analyze', 'fix', 'fix', 'verify 1'])
    expect(entriesOf(world, bug, 'check.completed').map(({ result }) => result)).toEqual([
      'failed',
      'passed',
    ])
    expect(entriesOf(world, bug, 'fix.rerun')).toMatchObject([{ attempt: 1, checks: ['test'] }])
    const [, second] = world.mock.calls().filter(({ phase }) => phase === 'fix')
    expect(world.mock.recorded(second?.agentId ?? '').prompt).toContain('no guard yet')
  })

  it('B2 one that never passes ends the run after seven re-runs, by its name', async () => {
    await using world = await openWorld({ config: { checks: [CHECK] } })
    execFileSync('git', ['init', '-q', world.folders.projectDir])
    const bug = await world.newBug('crash')

    expect(await world.run(bug)).toMatchObject({
      status: 'error',
      reason: 'impl-limit',
      phase: 'fix',
    })

    expect(agentsOf(world, bug).filter((agent) => agent === 'fix')).toHaveLength(8)
    expect(entriesOf(world, bug, 'run.failed')[0]?.detail).toContain('test fails')
    expect(world.spec(bug)).toMatchObject({ phase: 'analyzed' })
  })
})
