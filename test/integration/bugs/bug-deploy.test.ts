import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, entriesOf, refusal } from '../flows/flow-world.ts'

const CODE = { '../../../guard.txt': 'a guard\n' }

it('S6 B2 a bug runs from its report to merged, in a worktree of its own', async () => {
  await using world = new RepositoryWorld({
    scenario: { overrides: [{ phase: 'fix', alsoWrite: CODE }] },
    config: { checks: [{ name: 'guard', command: ['test', '-f', 'guard.txt'] }] },
  })
  const bug = await world.newBug('double-charge')
  await world.open()
  await world.host.bugs.permit(bug, { go: ['deploy'], nogo: [] })

  expect(await world.run(bug)).toMatchObject({
    status: 'completed',
    reason: 'done',
    executedPhases: ['analyze', 'fix', 'verify', 'deploy'],
  })

  const [merged] = entriesOf(world, bug, 'deploy.completed')
  expect(merged?.commit).toBe(world.git('rev-parse', 'main'))
  expect(world.git('show', 'main:guard.txt')).toBe('a guard')
  expect(entriesOf(world, bug, 'workspace.created')).toMatchObject([
    { branch: 'bugfix/double-charge' },
  ])
  expect(world.git('ls-tree', '-r', '--name-only', 'main')).not.toMatch(/bug\.json|event-log/)
  expect(world.spec(bug)).toMatchObject({ phase: 'deployed' })
  expect(existsSync(world.worktree(bug))).toBe(false)
})

it('B3 deploy is not reached where the verification is NOGO, however many phases are GO', async () => {
  await using world = new RepositoryWorld({
    scenario: { overrides: [{ phase: 'fix', alsoWrite: CODE }] },
  })
  const bug = await world.newBug('crash')
  await world.open()
  const before = world.git('rev-parse', 'main')
  const begin = () => world.host.bugs.start(bug, { go: ['deploy'], nogo: ['verify'] })

  expect(await world.follow(bug, begin)).toMatchObject({
    status: 'completed',
    reason: 'nogo',
    phase: 'verify',
  })
  expect(world.host.bugs.getNextPermittedPhase(bug)).toBeNull()
  expect(agentsOf(world, bug)).toEqual(['analyze', 'fix'])
  expect(refusal(await world.host.bugs.runPhase(bug, 'deploy'))).toMatchObject({
    code: 'PRECONDITION',
    missing: [{ phase: 'verify' }],
  })
  expect(world.git('rev-parse', 'main')).toBe(before)
})

it('B3 B4 a fix that was not verified is not deployed', async () => {
  await using world = new RepositoryWorld({
    scenario: { verified: ['NOT VERIFIED'], overrides: [{ phase: 'fix', alsoWrite: CODE }] },
  })
  const bug = await world.newBug('crash')
  await world.open()
  const before = world.git('rev-parse', 'main')
  const begin = () => world.host.bugs.start(bug, { go: ['deploy'] })
  expect(await world.follow(bug, begin)).toMatchObject({ status: 'paused', reason: 'not-verified' })
  expect(world.git('rev-parse', 'main')).toBe(before)
  expect(entriesOf(world, bug, 'deploy.queued')).toEqual([])
})
