import { expect, it } from 'vitest'
import type { ChangedFile } from '../../../src/contracts/views/changes.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { edit } from '../flows/flow-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'

async function filesOf(world: RepositoryWorld, item: WorkItem): Promise<ChangedFile[]> {
  const reply = await world.host.call('changes', { item })
  if (!reply.ok || reply.value.state !== 'ok') throw new Error(JSON.stringify(reply))
  return reply.value.files
}

const owners = (files: ChangedFile[]): Record<string, string> =>
  Object.fromEntries(
    files
      .filter(({ path }) => !path.startsWith('.kiro/'))
      .map(({ path, owner, isShared }) => [
        path,
        `${owner.by === 'other' ? owner.item.name : owner.by}${isShared ? ', shared' : ''}`,
      ]),
  )

it('in one checkout a file is told to be of the item, of another item or of the user', async () => {
  await using world = new RepositoryWorld({
    config: { worktree: false },
    scenario: {
      overrides: [
        {
          phase: 'impl',
          feature: 'first',
          alsoWrite: { '../../../a.txt': 'a\n', '../../../both.txt': 'a\n' },
        },
        {
          phase: 'impl',
          feature: 'second',
          alsoWrite: { '../../../b.txt': 'b\n', '../../../both.txt': 'b\n' },
        },
      ],
    },
  })
  world.put('mine.txt', 'before\n')
  const first = await world.newSpec('first')
  const second = await world.newSpec('second')
  await world.open()
  expect(await world.run(first)).toMatchObject({ status: 'completed' })
  world.put('between.txt', 'by the person, between two runs\n')
  expect(await world.run(second)).toMatchObject({ status: 'completed' })
  const ofSecond = await filesOf(world, second)
  expect(owners(ofSecond)).toMatchObject({
    'b.txt': 'item',
    'both.txt': 'item, shared',
    'a.txt': 'first',
    'mine.txt': 'person',
    'between.txt': 'person',
  })
  const kinds = ofSecond.map(({ owner }) => owner.by)
  expect(kinds).toEqual(kinds.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)))
  expect(owners(await filesOf(world, first))).toMatchObject({
    'a.txt': 'item',
    'b.txt': 'second',
    'mine.txt': 'person',
  })
  const documents = ofSecond.filter(({ path }) => path.startsWith('.kiro/specs/first/'))
  expect(documents.length).toBeGreaterThan(0)
  for (const { owner } of documents) expect(owner).toEqual({ by: 'other', item: first })
})

const ORDER = ['item', 'other', 'person']

it('what an item or the user has committed is known by its commit', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  // The item is older than every commit, so it is compared with the first one.
  edit(world, item, (json) => ({ ...json, created_at: '2020-01-01T00:00:00Z' }))
  await world.open()
  const commit = (file: string, ...message: string[]): void => {
    world.put(file, 'x\n')
    world.git('add', file)
    world.git('commit', '-q', ...message.flatMap((part) => ['-m', part]))
  }
  commit('own.txt', 'work', 'Sdd-Item: spec login')
  commit('theirs.txt', 'work', 'Sdd-Item: bug crash')
  commit('mine.txt', 'by hand')
  expect(owners(await filesOf(world, item))).toMatchObject({
    'own.txt': 'item',
    'theirs.txt': 'crash',
    'mine.txt': 'person',
  })
})

it('a note that a repository brought along and that makes no sense is none', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  world.put('.kiro/runtime/git/spec-login.checkout.json', '{"dirty":[],"last":{"app.txt":{}}}')
  world.put('.kiro/runtime/git/spec-..%2f.checkout.json', '{}')
  world.put('app.txt', 'two\n')
  await world.open()
  expect(owners(await filesOf(world, item))).toMatchObject({ 'app.txt': 'person' })
})
