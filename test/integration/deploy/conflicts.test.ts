import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/repository-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'

/** A spec whose code says `two` where the base says `base` by the time of its deploy. */
async function conflictingWorld(resolves: string) {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [{ phase: 'impl', alsoWrite: { '../../../app.txt': 'two\n' } }],
    },
  })
  // The mock CLI plays phases that leave documents: this one answers for the conflict itself.
  const cli = join(world.root, 'resolving-claude')
  writeFileSync(
    cli,
    `#!/bin/sh
if [ "$SDD_PHASE" = deploy ]; then
  echo "$SDD_MODE $PWD" >> ${join(world.root, 'noted')}
  ${resolves}
  echo '{"type":"result","subtype":"success","is_error":false,"result":"done","session_id":"s"}'
  exit 0
fi
exec "$SDD_REAL_CLI" "$@"
`,
    { mode: 0o755 },
  )
  world.more = { SDD_CLAUDE_COMMAND: cli, SDD_REAL_CLI: world.env['SDD_CLAUDE_COMMAND'] }
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  const leave = world.host.subscribe((event) => {
    if (event.type !== 'entry' || event.entry.type !== 'inspection.completed') return
    leave()
    world.put('app.txt', 'base\n')
    world.git('commit', '-qam', 'meanwhile')
  })
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const noted = (world: RepositoryWorld): string[] =>
  readFileSync(join(world.root, 'noted'), 'utf8').trim().split('\n')

it('P4 an agent resolves the conflict in the scratch worktree, and the result is merged', async () => {
  await using opened = await conflictingWorld(`printf 'base and two\\n' > app.txt`)
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(entriesOf(world, item, 'deploy.conflicted')).toMatchObject([{ files: ['app.txt'] }])
  expect(noted(world)).toHaveLength(1)
  expect(noted(world)[0]).toMatch(/^conflict .*worktrees\/deploy/)
  expect(world.git('show', 'main:app.txt')).toBe('base and two')
  expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual([
    'login: A small feature',
    'meanwhile',
    'first',
  ])
})

it('P4 markers are never committed: after three attempts a person is asked, whose resolution is taken', async () => {
  await using opened = await conflictingWorld(':')
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'conflict' })
  expect(noted(world)).toHaveLength(3)
  expect(entriesOf(world, item, 'run.paused').at(-1)?.detail).toContain('app.txt')
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
