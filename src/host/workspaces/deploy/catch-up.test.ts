import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitWorld } from '../../../testkit/worlds/git-world.ts'
import type { WorktreePlace } from '../git-context.ts'

let world: GitWorld
let worktree: WorktreePlace

/** Commits work on a branch, and then moves the base without a conflict. */
beforeEach(async () => {
  world = new GitWorld()
  worktree = await world.worktree()
  world.put('login.txt', 'login\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
  world.put('other.txt', 'of the base\n')
  world.git('commit', '-qam', 'meanwhile')
})
afterEach(() => world[Symbol.dispose]())

async function ready(strategy: 'squash' | 'merge' | 'rebase') {
  const act = { type: 'integrate', strategy, message: 'Add login' } as const
  const { commit, onto } = await world.expect('ready', act, { worktree })
  return { type: 'catch-up', commit, onto } as const
}

const inWorktree = (...args: string[]): string => world.gitIn(worktree.path, ...args)

describe('a branch that takes in the base it was brought onto', () => {
  it.each(['squash', 'merge', 'rebase'] as const)(
    'P1 W5 has both, as a commit of the host, and can be merged afterwards: %s',
    async (strategy) => {
      const before = inWorktree('rev-parse', 'HEAD')
      const act = await ready(strategy)
      const done = await world.expect('recorded', act, { worktree })
      expect(world.read('other.txt', worktree.path)).toBe('of the base\n')
      expect(world.read('login.txt', worktree.path)).toBe('login\n')
      expect(world.status(worktree.path)).toEqual([])
      expect(inWorktree('log', '-1', '--format=%P').split(' ')).toEqual([before, act.onto])
      expect(inWorktree('log', '-1', '--format=%(trailers:key=Sdd-Item,valueonly)')).toContain(
        'spec login',
      )
      expect(done.commit).toBe(inWorktree('rev-parse', 'HEAD'))

      const again = await world.expect('recorded', act, { worktree })
      expect(again).toEqual({ ...done, commit: null, files: 0 })
      const { commit, onto } = await ready(strategy)
      await world.expect('moved', { type: 'move-base', commit, onto }, { worktree })
      await world.expect('cleaned', { type: 'clean-up' }, { worktree })
      expect(world.git('show', 'main:login.txt')).toBe('login')
      expect(world.git('show', 'main:other.txt')).toBe('of the base')
    },
  )

  it('W6 W7 touches nothing that someone changed there, and a branch that moved is left alone', async () => {
    const act = await ready('squash')
    world.put('other.txt', 'of a person\n', worktree.path)
    expect((await world.expect('finding', act, { worktree })).detail).toMatch(/other\.txt/)
    expect(world.read('other.txt', worktree.path)).toBe('of a person\n')
    inWorktree('commit', '-qam', 'by hand')
    expect((await world.expect('finding', act, { worktree })).detail).toMatch(/has changed since/)
    expect(inWorktree('log', '-1', '--format=%s')).toBe('by hand')
  })

  it('W6 files that were only copied or touched are no one’s change', async () => {
    const act = await ready('squash')
    const before = new Date(Date.now() - 3_600_000)
    utimesSync(join(worktree.path, 'other.txt'), before, before)
    await world.expect('recorded', act, { worktree })
    expect(world.read('other.txt', worktree.path)).toBe('of the base\n')
    expect(world.status(worktree.path)).toEqual([])
  })

  it('W6 W8 a try that was ended in its middle is done again; half of its files are no one’s loss', async () => {
    const act = await ready('squash')
    world.put('.kiro/runtime/git/spec-login.json', JSON.stringify({ startedAt: Date.now() }))
    world.put('other.txt', 'of th', worktree.path)
    await world.expect('recorded', act, { worktree })
    expect(world.read('other.txt', worktree.path)).toBe('of the base\n')
    expect(world.status(worktree.path)).toEqual([])
    expect(world.git('for-each-ref', 'refs/sdd/saved')).toContain('refs/sdd/saved/spec/login/1')
  })
})
