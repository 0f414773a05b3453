import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { entriesOf } from '../flows/flow-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'

const GO = { go: ['deploy'], nogo: [] } as const

it('P1 P2 P9 items that become ready at once are merged one after another, each on the base before it', async () => {
  await using world = new RepositoryWorld({ config: { concurrency: 4 } })
  const items = []
  for (const name of ['one', 'two', 'three']) {
    const item = await world.newSpec(name)
    items.push(item)
  }
  await world.open()
  writeFileSync(join(world.folders.projectDir, 'mine.txt'), 'of the person\n')
  for (const item of items) await world.host.coordinator.permit(item, { go: [...GO.go], nogo: [] })
  const results = await Promise.all(items.map((item) => world.run(item)))
  for (const result of results) expect(result).toMatchObject({ status: 'completed' })
  await world.host.coordinator.drain()
  for (const item of items) {
    expect(world.spec(item)['phase']).toBe('deploy-complete')
    expect(entriesOf(world, item, 'workspace.removed')).toHaveLength(1)
    expect(entriesOf(world, item, 'work.saved')).toHaveLength(1)
    expect(world.read(item, 'tasks.md')).not.toContain('- [ ]')
  }
  expect(world.git('rev-list', '--count', '--min-parents=2', 'main')).toBe('0')
  expect(world.git('log', '--format=%s', 'main').split('\n')).toHaveLength(4)
  const merged = world.git('log', '--format=%(trailers:key=Sdd-Item,valueonly)', 'main')
  for (const { name } of items) expect(merged).toContain(`spec ${name}`)
  expect(world.git('branch', '--list').trim()).toBe('* main')
  expect(world.git('worktree', 'list').split('\n')).toHaveLength(1)
  expect(world.git('fsck', '--no-dangling')).toBe('')
  expect(readFileSync(join(world.folders.projectDir, 'mine.txt'), 'utf8')).toBe('of the person\n')
  expect(world.git('status', '--porcelain', '--untracked-files=no')).toBe('')
})

it('P6 without a worktree the run is committed, and nothing else', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  writeFileSync(join(world.folders.projectDir, 'mine.txt'), 'of the person\n')
  await world.host.coordinator.permit(item, { go: [...GO.go], nogo: [] })
  expect(await world.run(item)).toMatchObject({ status: 'completed' })
  await world.host.coordinator.drain()
  expect(world.spec(item)['phase']).toBe('deploy-complete')
  expect(world.git('rev-list', '--count', 'main')).toBe('2')
  expect(world.git('show', '--name-only', '--format=', 'main')).not.toMatch(
    /mine\.txt|spec\.json|event-log/,
  )
  expect(world.git('status', '--porcelain', '--', 'mine.txt')).toBe('?? mine.txt')
})
