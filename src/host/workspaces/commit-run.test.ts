import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitWorld } from '../../testkit/worlds/git-world.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const BEFORE = { type: 'record', subject: 'impl', isBefore: true } as const
const AFTER = { type: 'record', subject: 'impl' } as const
const COMMIT = { type: 'commit-checkout', message: 'Add login' } as const
const committed = (): string[] =>
  world.git('show', '--name-only', '--format=', 'HEAD').split('\n').toSorted()

it('P6 exactly what the run changed is committed, and what was dirty before stays dirty', async () => {
  world.put('src/app.txt', 'dirty\n')
  world.put('mine.txt', 'mine\n')
  world.put('staged.txt', 'staged\n')
  world.git('add', 'staged.txt')
  await world.act(BEFORE)
  world.put('other.txt', 'by the run\n')
  world.put('sub/new file.txt', 'by the run\n')
  world.put('mine.txt', 'mine and the run\n')
  world.put('.kiro/specs/login/inspection-1.md', 'GO\n')
  world.put('.kiro/specs/another/tasks.md', 'of another item\n')
  await world.act(AFTER)
  const done = await world.expect('committed', COMMIT, { stepId: 'step_commit_1' })
  expect(done.commit).toBe(world.git('rev-parse', 'main'))
  expect(committed()).toEqual([
    '.kiro/specs/login/inspection-1.md',
    '.kiro/specs/login/requirements.md',
    '.kiro/specs/login/tasks.md',
    'other.txt',
    'sub/new file.txt',
  ])
  expect(world.git('log', '-1', '--format=%s%n%(trailers)').split('\n')).toEqual([
    'Add login',
    'Sdd-Item: spec login',
    'Sdd-Step: step_commit_1',
  ])
  expect(world.status()).toEqual([
    'M src/app.txt',
    'A  staged.txt',
    '?? .kiro/specs/another/tasks.md',
    '?? .kiro/specs/login/event-log.jsonl',
    '?? .kiro/specs/login/spec.json',
    '?? mine.txt',
  ])
  expect(world.read('src/app.txt')).toBe('dirty\n')
  expect(world.git('fsck', '--no-dangling')).toBe('')
})

it('P6 P10 done again after a crash it is the same commit, with the index as it should be', async () => {
  await world.act(BEFORE)
  world.put('other.txt', 'by the run\n')
  await world.act(AFTER)
  const context = { stepId: 'step_commit_1' }
  const first = await world.expect('committed', COMMIT, context)
  // The host was killed before the index followed the commit.
  world.git('reset', '-q', '--soft', 'HEAD')
  world.git('read-tree', 'HEAD^')
  expect(await world.expect('committed', COMMIT, context)).toEqual(first)
  expect(world.status().filter((line) => !line.includes('.kiro'))).toEqual([])
  expect(world.git('rev-list', '--count', 'main')).toBe('2')
})

it('P6 deletions are part of it; without a look before the run nothing is guessed', async () => {
  const refused = await world.expect('finding', COMMIT)
  expect(refused.detail).toMatch(/is not known: commit its work yourself/)
  await world.act(BEFORE)
  rmSync(join(world.dir, 'other.txt'))
  await world.act(AFTER)
  await world.expect('committed', COMMIT)
  expect(world.git('ls-files', 'other.txt')).toBe('')
  expect(world.has('other.txt')).toBe(false)
})

it('P6 P8 code that changed since it was verified is not committed; a detached HEAD is refused', async () => {
  await world.act(BEFORE)
  world.put('other.txt', 'by the run\n')
  const { tree } = await world.expect('recorded', AFTER)
  world.put('other.txt', 'changed since\n')
  const changed = await world.expect('finding', { ...COMMIT, tree })
  expect(changed.detail).toMatch(/changed since it was verified/)
  world.put('other.txt', 'by the run\n')
  world.git('checkout', '-q', '--detach')
  expect((await world.expect('finding', { ...COMMIT, tree })).detail).toMatch(/git switch/)
  world.git('checkout', '-q', 'main')
  await world.expect('committed', { ...COMMIT, tree })
})
