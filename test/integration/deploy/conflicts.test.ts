import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'
import { afterEntry, playDeploy } from './deploy-play.ts'

/** A spec whose code says `two` where the base has `base` when it is deployed. */
async function conflictingWorld(resolves: string) {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [{ phase: 'impl', alsoWrite: { '../../../app.txt': 'two\n' } }],
    },
  })
  const noted = playDeploy(world, resolves)
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  afterEntry(world, 'inspection.completed', () => {
    world.put('app.txt', 'base\n')
    world.git('commit', '-qam', 'meanwhile')
  })
  return { world, item, noted, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

it('P4 an agent resolves the conflict in the scratch worktree, and the result is merged', async () => {
  await using opened = await conflictingWorld(`printf 'base and two\\n' > app.txt`)
  const { world, item, noted } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(entriesOf(world, item, 'deploy.conflicted')).toMatchObject([{ files: ['app.txt'] }])
  expect(noted()).toHaveLength(1)
  expect(noted()[0]).toMatch(/^conflict .*worktrees\/deploy/)
  expect(world.git('show', 'main:app.txt')).toBe('base and two')
  expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual([
    'login: A small feature',
    'meanwhile',
    'first',
  ])
})

it('T11 an agent that resolves a conflict loads nothing of the base that is not trusted', async () => {
  await using opened = await conflictingWorld(`printf 'base and two\\n' > app.txt`)
  const { world, item, noted } = opened
  const file = '.claude/settings.json'
  afterEntry(world, 'inspection.completed', () => {
    world.put(file, '{}')
    world.git('add', file)
    world.git('commit', '-qm', 'a hook')
    world.git('rm', '-q', '--cached', file)
    rmSync(join(world.folders.projectDir, '.claude'), { recursive: true })
  })
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'untrusted' })
  expect(noted()).toEqual([])
  const view = await world.host.call('trust', {})
  const undecided = view.ok ? view.value.undecided : []
  expect(undecided.map(({ id }) => id)).toEqual([`.kiro/worktrees/deploy/specs/login/${file}`])
})

it('P4 markers are never committed: after three attempts the user is asked, whose resolution is taken', async () => {
  await using opened = await conflictingWorld(':')
  const { world, item, noted } = opened
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'conflict' })
  expect(noted()).toHaveLength(3)
  const finding = { problem: 'conflicts', values: { files: 'app.txt' } }
  expect(entriesOf(world, item, 'run.paused').at(-1)).toMatchObject({
    detail: expect.stringContaining('app.txt'),
    finding,
  })
  const board = await world.host.call('board', {})
  expect(board).toMatchObject({ value: { rows: [{ item, finding }] } })
  expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual(['meanwhile', 'first'])

  const tree = world.worktree(item)
  const merge = (): string => world.gitIn(tree, 'merge', 'main')
  expect(merge).toThrow()
  world.put('app.txt', 'resolved by me\n', tree)
  world.gitIn(tree, 'commit', '-qam', 'resolved')
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item).at(-1)).toBe('inspection 2')
  expect(world.git('show', 'main:app.txt')).toBe('resolved by me')
})
