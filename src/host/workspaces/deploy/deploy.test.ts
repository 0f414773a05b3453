import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeployStrategy, GitResult } from '../../../contracts/host-steps.ts'
import { branchFromSaved } from '../../git/saved-work.ts'
import { GitWorld } from '../../../testkit/worlds/git-world.ts'
import type { WorktreePlace } from '../git-context.ts'

let world: GitWorld
let worktree: WorktreePlace
beforeEach(async () => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const MESSAGE = 'Add login'
const RECORD = { type: 'record', subject: 'impl' } as const
const CLEAN_UP = { type: 'clean-up' } as const
const CONTINUE = { type: 'continue-integration' } as const

/** Commits work on the branch, and then moves the base on. */
async function diverged({ conflict = false } = {}): Promise<void> {
  worktree = await world.worktree()
  world.put('login.txt', 'login\n', worktree.path)
  world.put('src/app.txt', 'login\n', worktree.path)
  world.put('.kiro/specs/login/tasks.md', '- [x] 1. x\n', worktree.path)
  await world.expect('recorded', RECORD, { worktree })
  world.put(conflict ? 'src/app.txt' : 'other.txt', 'main\n')
  world.git('commit', '-qam', 'main moved')
}

const integrate = (strategy: DeployStrategy = 'squash'): Promise<GitResult> =>
  world.act({ type: 'integrate', strategy, message: MESSAGE }, { worktree })

async function ready(strategy: DeployStrategy = 'squash') {
  const result = await integrate(strategy)
  if (result.type !== 'ready') throw new Error(JSON.stringify(result))
  return result
}

const move = ({ commit, onto }: { commit: string; onto: string }): Promise<GitResult> =>
  world.act({ type: 'move-base', commit, onto }, { worktree })

const parentCount = () => world.git('show', '--no-patch', '--format=%P', 'main').split(' ').length

describe('the work onto the newest base', () => {
  it.each([
    ['squash', ['Add login', 'main moved', 'first']],
    ['rebase', ['impl', 'login: documents', 'main moved', 'first']],
    ['merge', ['Add login', 'main moved', 'first']],
  ] as [DeployStrategy, string[]][])(
    'P1 P9 by %s, on exactly the tree that was checked',
    async (strategy, subjects) => {
      await diverged()
      const branch = world.git('rev-parse', 'feature/login')
      const done = await ready(strategy)
      expect(world.gitIn(done.path, 'rev-parse', 'HEAD^{tree}')).toBe(done.tree)
      expect(world.status(done.path)).toEqual([])
      expect(world.git('rev-parse', 'main')).toBe(done.onto)
      expect(world.git('rev-parse', 'feature/login')).toBe(branch)
      expect(await world.act(CLEAN_UP, { worktree })).toMatchObject({
        kept: expect.stringMatching(/main does not contain the work/) as string,
      })
      expect(await move(done)).toEqual({ type: 'moved', commit: done.commit })
      expect(world.git('rev-parse', 'main^{tree}')).toBe(done.tree)
      expect(world.git('log', '--first-parent', '--format=%s', 'main').split('\n')).toEqual(
        subjects,
      )
      expect(world.git('merge-base', '--is-ancestor', done.onto, 'main')).toBe('')
      expect(world.read('src/app.txt')).toBe('login\n')
      expect(world.read('.kiro/specs/login/tasks.md')).toBe('- [x] 1. x\n')
      expect(world.status()).toEqual([
        '?? .kiro/specs/login/event-log.jsonl',
        '?? .kiro/specs/login/spec.json',
      ])
      expect(parentCount()).toBe(strategy === 'merge' ? 2 : 1)
      const cleaned = await world.expect('cleaned', CLEAN_UP, { worktree })
      expect(cleaned.kept).toBeNull()
      expect(world.git('branch', '--list', 'feature/*')).toBe('')
      expect(world.git('worktree', 'list').split('\n')).toHaveLength(1)
      expect(world.has('.kiro/worktrees/specs/login')).toBe(false)
      if (strategy !== 'merge') expect(world.git('rev-parse', `${cleaned.saved}^`)).toBe(branch)
      expect(world.git('for-each-ref', 'refs/sdd/work', 'refs/sdd/ready')).toBe('')
      expect(world.git('fsck', '--no-dangling')).toBe('')
    },
  )

  it('P1 W6 in a repository whose names are SHA-256, and what is left there is saved', async () => {
    world[Symbol.dispose]()
    world = new GitWorld('sha256')
    await diverged()
    world.put('.kiro/specs/login/spec.json', '{"lifted":true}', worktree.path)
    world.commit('of the agent', worktree.path)
    rmSync(join(worktree.path, 'src/app.txt'))
    await world.expect('recorded', RECORD, { worktree })
    rmSync(join(world.dir, 'src/app.txt'))
    expect(await move(await ready())).toMatchObject({ type: 'moved' })
    expect(world.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual([
      '.kiro/specs/login/requirements.md',
      '.kiro/specs/login/tasks.md',
      'login.txt',
      'other.txt',
    ])
    world.put('late.txt', 'late\n', worktree.path)
    rmSync(join(worktree.path, 'login.txt'))
    const { saved } = await world.expect('cleaned', CLEAN_UP, { worktree })
    await branchFromSaved(await world.opened(), saved ?? '', 'back')
    expect(world.git('ls-tree', '-r', '--name-only', 'back')).toMatch(/^late\.txt\nother\.txt$/m)
    expect(world.git('fsck', '--no-dangling')).toBe('')
  })

  it('P1 the squashed commit says whose it is', async () => {
    await diverged()
    const { commit } = await ready()
    expect(world.git('log', '-1', '--format=%(trailers:key=Sdd-Item,valueonly)', commit)).toBe(
      'spec login',
    )
  })

  it.each(['squash', 'rebase', 'merge'] as const)(
    'P4 names the conflicts and never commits markers: %s',
    async (strategy) => {
      await diverged({ conflict: true })
      const result = await integrate(strategy)
      if (result.type !== 'conflict') throw new Error(result.type)
      expect(result.files).toEqual(['src/app.txt'])
      const still = { type: 'conflict', files: ['src/app.txt'], path: result.path }
      world.gitIn(result.path, 'add', '-A')
      expect(await world.act(CONTINUE, { worktree })).toEqual(still)
      if (strategy !== 'rebase') {
        world.gitIn(result.path, 'commit', '-qm', 'with its markers')
        expect(await world.act(CONTINUE, { worktree })).toEqual(still)
      }
      writeFileSync(join(result.path, 'src/app.txt'), 'both\n')
      const done = await world.expect('ready', CONTINUE, { worktree })
      expect(world.git('show', `${done.commit}:src/app.txt`)).toBe('both')
      expect(world.git('show', `${done.commit}:login.txt`)).toBe('login')
      expect(await move(done)).toMatchObject({ type: 'moved' })
    },
  )

  it.each(['squash', 'rebase', 'merge'] as const)(
    'P4 an agent that gives up the merge has resolved nothing: %s',
    async (strategy) => {
      await diverged({ conflict: true })
      const result = await world.expect(
        'conflict',
        { type: 'integrate', strategy, message: MESSAGE },
        { worktree },
      )
      if (strategy === 'rebase') world.gitIn(result.path, 'rebase', '--abort')
      else world.gitIn(result.path, 'reset', '-q', '--hard')
      expect(await world.act(CONTINUE, { worktree })).toMatchObject({
        type: 'conflict',
        files: ['src/app.txt'],
      })
    },
  )

  it('P4 W6 the resolution of the user on the branch is taken; one begun in the scratch worktree is saved', async () => {
    await diverged({ conflict: true })
    const first = await world.expect(
      'conflict',
      { type: 'integrate', strategy: 'squash', message: MESSAGE },
      { worktree },
    )
    expect(await integrate()).toMatchObject({ type: 'conflict' })
    expect(world.git('for-each-ref', 'refs/sdd/saved')).toBe('')
    writeFileSync(join(first.path, 'src/app.txt'), 'half resolved\n')
    expect(() => world.gitIn(worktree.path, 'merge', '-q', 'main')).toThrow(/Command failed/)
    expect(await integrate()).toMatchObject({
      type: 'finding',
      detail: expect.stringMatching(/merge was started/) as string,
    })
    world.put('src/app.txt', 'resolved by the person\n', worktree.path)
    world.commit('merge main', worktree.path)
    const done = await ready()
    expect(world.git('show', `${done.commit}:src/app.txt`)).toBe('resolved by the person')
    expect(world.git('show', 'refs/sdd/saved/spec/login/1:src/app.txt')).toBe('half resolved')
    expect(await move(done)).toMatchObject({ type: 'moved' })
  })

  it('P9 work that came onto the branch after the merge is not removed', async () => {
    await diverged()
    const done = await ready()
    await move(done)
    world.put('late.txt', 'late\n', worktree.path)
    world.commit('late', worktree.path)
    const kept = await world.expect('cleaned', CLEAN_UP, { worktree })
    expect(kept.kept).toMatch(/does not contain/)
    expect(world.read('late.txt', worktree.path)).toBe('late\n')
  })

  it('W6 what lies uncommitted in a worktree that goes is saved, and ignored files are named', async () => {
    world.put('.gitignore', 'cache/\n')
    world.commit('ignore')
    await diverged()
    const done = await ready()
    await move(done)
    world.put('untracked.txt', 'mine\r\n', worktree.path)
    world.put('cache/x', 'x', worktree.path)
    const { saved } = await world.expect('cleaned', CLEAN_UP, { worktree })
    expect(world.git('show', `${saved}:untracked.txt`)).toBe('mine')
    expect(world.git('log', '-1', '--format=%b', `${saved}`)).toMatch(/Not saved.*\n- "cache\/"/)
  })
})

describe('the base', () => {
  it('P3 that moved meanwhile is not forced, checked out or not', async () => {
    await diverged()
    const done = await ready()
    world.put('more.txt', 'x\n')
    world.git('add', 'more.txt')
    world.git('commit', '-qm', 'another')
    const now = world.git('rev-parse', 'main')
    expect(await move(done)).toEqual({ type: 'base-moved' })
    world.git('checkout', '-q', '--detach')
    expect(await move(done)).toEqual({ type: 'base-moved' })
    expect(world.git('rev-parse', 'main')).toBe(now)
    const again = await ready()
    expect(await move(again)).toMatchObject({ type: 'moved' })
    expect(world.git('merge-base', '--is-ancestor', now, 'main')).toBe('')
  })

  it('P3 that is checked out nowhere moves by its name alone; the documents come home anyway', async () => {
    await diverged()
    const done = await ready()
    world.git('checkout', '-q', '-b', 'elsewhere', 'main')
    expect(await move(done)).toMatchObject({ type: 'moved' })
    expect(world.git('rev-parse', 'main')).toBe(done.commit)
    expect(world.read('src/app.txt')).toBe('one\n')
    await world.expect('cleaned', CLEAN_UP, { worktree })
    expect(world.read('.kiro/specs/login/tasks.md')).toBe('- [x] 1. x\n')
  })

  it('P3 P10 that has the work already, and more, has been moved', async () => {
    await diverged()
    const done = await ready()
    await move(done)
    world.git('commit', '-q', '--allow-empty', '-m', 'more')
    expect(await move(done)).toEqual({ type: 'moved', commit: done.commit })
  })

  it('P5 dirty files that the merge leaves alone stay byte for byte, staged ones staged', async () => {
    await diverged()
    const done = await ready()
    world.put('other.txt', 'mine\r\n')
    world.put('new.txt', 'untracked')
    world.put('staged.txt', 'staged')
    world.git('add', 'staged.txt')
    expect(await move(done)).toMatchObject({ type: 'moved' })
    expect([world.read('other.txt'), world.read('new.txt'), world.read('src/app.txt')]).toEqual([
      'mine\r\n',
      'untracked',
      'login\n',
    ])
    expect(world.status().filter((line) => !line.includes('.kiro'))).toEqual([
      'M other.txt',
      'A  staged.txt',
      '?? new.txt',
    ])
    expect(world.git('stash', 'list')).toBe('')
  })

  it.each([
    ['changed', () => world.put('src/app.txt', 'mine\n'), 'src/app.txt'],
    [
      'staged',
      () => {
        world.put('src/app.txt', 'mine\n')
        world.git('add', 'src/app.txt')
      },
      'src/app.txt',
    ],
    ['untracked', () => world.put('login.txt', 'mine\n'), 'login.txt'],
    [
      'ignored',
      () => {
        world.put('.git/info/exclude', 'login.txt\n')
        world.put('login.txt', 'mine\n')
      },
      'login.txt',
    ],
    ['a folder there', () => world.put('login.txt/deep', 'mine\n'), 'login.txt/deep'],
    [
      'a copy of the documents that the person changed',
      () => world.put('.kiro/specs/login/tasks.md', 'mine\n'),
      '.kiro/specs/login/tasks.md',
    ],
  ])(
    'P5 a file that the merge would overwrite stops it before the base moves: %s',
    async (_name, arrange, file) => {
      await diverged()
      const done = await ready()
      arrange()
      const before = [world.manifest(), world.status()]
      expect(await move(done)).toEqual({ type: 'in-the-way', files: [join(world.dir, file)] })
      expect(world.git('rev-parse', 'main')).toBe(done.onto)
      expect([world.manifest(), world.status()]).toEqual(before)
    },
  )

  it('P5 a file that the user deleted is theirs', async () => {
    await diverged()
    const done = await ready()
    rmSync(join(world.dir, 'src/app.txt'))
    expect(await move(done)).toEqual({
      type: 'in-the-way',
      files: [join(world.dir, 'src/app.txt')],
    })
    expect(world.has('src/app.txt')).toBe(false)
  })
})
