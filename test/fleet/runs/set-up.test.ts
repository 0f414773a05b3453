import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

it('worktree.setup runs once on every worker that an item comes to', async () => {
  await using world = await FleetWorld.make({}, { overrides: [{ phase: 'impl', hold: 'gate' }] })
  // What the set-up makes is ignored by git, so it does not travel.
  world.git(world.root, 'clone', '--quiet', 'shop.git', 'ignoring')
  const clone = join(world.root, 'ignoring')
  writeFileSync(join(clone, '.gitignore'), 'installed\n')
  world.git(clone, 'add', '.')
  world.git(clone, 'commit', '--quiet', '-m', 'What is installed stays here')
  world.git(clone, 'push', '--quiet')
  const record = join(world.root, 'set-ups')
  const setup = ['sh', '-c', `pwd >> '${record}' && touch installed`]
  const checks = [{ name: 'test', command: ['test', '-f', 'installed'] }]
  await world.database.pool.query('update sdd.projects set settings = $1', [
    JSON.stringify({ worktree: { setup }, checks }),
  ])
  const one = await world.coordinator()
  const { worker } = await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, ['deploy'])
  const atImpl = (): boolean => world.agentCalls().some(({ phase }) => phase === 'impl')
  await vi.waitFor(() => expect(atImpl()).toBe(true), WAIT)
  const drained = worker.drain()
  await world.worker(one, 'second')
  world.mock.release('gate')
  await drained
  await world.entry(item, 'run.completed')
  const lines = readFileSync(record, 'utf8').trim().split('\n')
  expect(
    lines.map((line) => line.split('/').find((part) => /^(first|second)$/.test(part))),
  ).toEqual(['first', 'second'])
  const entries = await world.journal(item)
  const results = entries.flatMap((entry) =>
    entry.type === 'check.completed' ? [`${entry.name} ${entry.result}`] : [],
  )
  expect(results).toEqual(['worktree.setup passed', 'test passed'])
})
