import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { HeldGit } from '../world/held-git.ts'

it('F3 a worker that stood still before it looked at the branch leaves it as others have made it', async () => {
  await using world = await FleetWorld.make({}, {}, REAL_LEASE)
  const one = await world.coordinator()
  const git = new HeldGit(join(world.root, 'held'), 'ls-remote')
  const late = await world.workerProcess(one, 'late', { prefix: git.prefix })
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  await git.held()
  late.kill('SIGSTOP')
  await world.worker(one, 'second')
  await world.entry(item, 'run.completed')
  git.release()
  late.kill('SIGCONT')
  const exit = once(late, 'exit')
  // It ends when nothing of its step is left.
  late.kill('SIGTERM')
  await exit
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n')).toEqual(['login: design', 'login: requirements', 'The shop'])
})
