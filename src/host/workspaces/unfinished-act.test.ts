import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GitWorld } from '../../testkit/worlds/git-world.ts'
import { removeDeadLocks, waitForOrphans } from './unfinished-act.ts'
import { openRepository } from '../git/repository.ts'
import { markOf } from './git-context.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const lock = (name: string): string => join(world.dir, '.git', name)
const locked = (name: string, at = new Date()): void => {
  mkdirSync(join(lock(name), '..'), { recursive: true })
  writeFileSync(lock(name), '')
  utimesSync(lock(name), at, at)
}

async function opened() {
  const repository = await openRepository(world.dir, { env: world.env })
  if ('problem' in repository) throw new Error(repository.problem)
  return repository
}

it('W8 locks that a dead git left are removed; older ones are someone else’s and stay', async () => {
  const since = Date.now()
  locked('index.lock')
  locked('refs/heads/feature/login.lock')
  locked('packed-refs.lock', new Date(since - 60_000))
  await removeDeadLocks(await opened(), [], since)
  expect(existsSync(lock('index.lock'))).toBe(false)
  expect(existsSync(lock('refs/heads/feature/login.lock'))).toBe(false)
  expect(existsSync(lock('packed-refs.lock'))).toBe(true)
})

it('W8 a lock that a living git may hold is waited for, and never taken away', async () => {
  // Git holds its lock while the editor is open, as for any commit message.
  const editor = `touch ${join(world.root, 'edits')}; while [ ! -f ${join(world.root, 'go')} ]; do sleep 0.02; done; false`
  const commit = spawn('git', ['-c', `core.editor=${editor}`, 'commit', '--allow-empty', '-a'], {
    cwd: world.dir,
    env: {
      ...world.env,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    },
    stdio: 'ignore',
  })
  const ended = once(commit, 'close')
  await vi.waitFor(() => expect(existsSync(join(world.root, 'edits'))).toBe(true), 60_000)
  const since = Date.now()
  locked('index.lock')
  const removing = removeDeadLocks(await opened(), [], since)
  expect(existsSync(lock('index.lock'))).toBe(true)
  writeFileSync(join(world.root, 'go'), '')
  await ended
  await removing
})

/** What the git of a killed host has started, and that no longer listens to anyone. */
async function stubborn() {
  const context = world.context()
  const [name = '', value] = markOf(context).split('=')
  const [begun, asked] = [join(world.root, 'begun'), join(world.root, 'asked')]
  const script = `trap 'touch ${asked}' TERM; touch ${begun}; while :; do sleep 0.02; done`
  const orphan = spawn('sh', ['-c', script], {
    env: { ...world.env, [name]: value },
    stdio: 'ignore',
  })
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 60_000)
  const isAsked = () => vi.waitFor(() => expect(existsSync(asked)).toBe(true), 60_000)
  return { context, orphan, isAsked }
}

it('W8 an orphan that does not end when asked is ended', async () => {
  const { context, orphan, isAsked } = await stubborn()
  const ended = once(orphan, 'exit')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const waiting = waitForOrphans(context)
    vi.setSystemTime(Date.now() + 11_000)
    await isAsked()
    expect(orphan.exitCode ?? orphan.signalCode).toBeNull()
    vi.setSystemTime(Date.now() + 11_000)
    expect(await ended).toEqual([null, 'SIGKILL'])
    await waiting
  } finally {
    vi.useRealTimers()
    orphan.kill('SIGKILL')
  }
})

it('W8 R6 a stop does not wait for an orphan', async () => {
  const { context, orphan } = await stubborn()
  try {
    const stop = new AbortController()
    const waiting = waitForOrphans({ ...context, signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toThrow(/aborted/)
  } finally {
    orphan.kill('SIGKILL')
  }
})
