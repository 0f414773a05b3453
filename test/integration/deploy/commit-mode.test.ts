import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, specAt } from '../flows/flow-world.ts'

const committed = (world: RepositoryWorld): string[] =>
  world.git('show', '--name-only', '--format=', 'HEAD').split('\n')

const untracked = (world: RepositoryWorld, file: string): string =>
  world.git('status', '--porcelain', '--', file)

async function inCheckout() {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [
        { phase: 'impl', alsoWrite: { '../../../src.txt': 'first\n' } },
        { phase: 'impl', call: 2, alsoWrite: { '../../../more.txt': 'second\n' } },
      ],
    },
    config: { worktree: false },
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

it('P6 what the user changes between two runs of undeployed work is theirs, though it is judged with it', async () => {
  await using opened = await inCheckout()
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', phase: 'deploy' })
  world.put('later.txt', 'of the person\n')
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'inspection 1', 'inspection 2'])
  expect(committed(world)).toContain('src.txt')
  expect(committed(world)).not.toContain('later.txt')
  expect(untracked(world, 'later.txt')).toBe('?? later.txt')
})

it('P6 the work of both runs is committed, and nothing that came in between', async () => {
  await using opened = await inCheckout()
  const { world, item } = opened
  await world.run(item)
  world.put('later.txt', 'of the person\n')
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  const again = () => world.host.coordinator.retryFrom(item, 'impl')
  expect(await world.follow(item, again)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(committed(world)).toEqual(expect.arrayContaining(['src.txt', 'more.txt']))
  expect(committed(world)).not.toContain('later.txt')
  expect(untracked(world, 'later.txt')).toBe('?? later.txt')
})
