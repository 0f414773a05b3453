import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import type { WorktreePlace } from '../../src/host/workspaces/git-context.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const MAKE_FIFO = 'mkfifo'
const trap = (): string => join(world.root, 'trap')
const FILTER = () =>
  `[filter "evil"]\n\tclean = touch ${trap()}; cat\n\tsmudge = touch ${trap()}; cat\n\trequired\n[core]\n\tfsmonitor = touch ${trap()}\n`
const RECORD = { type: 'record', subject: 'impl' } as const
const squash = { type: 'integrate', strategy: 'squash', message: 'Add login' } as const

const template = (): string => join(world.root, 'template')

/** A repository inside of another one, whose configuration names programs. */
function nest(dir: string): void {
  cpSync(template(), dir, { recursive: true })
  appendFileSync(join(dir, '.git/config'), FILTER())
  world.put('lib.txt', 'changed\n', dir)
}

/** The repository's commits have a submodule at `lib`, which is not filled. */
function commitGitlink(): void {
  mkdirSync(template())
  world.gitIn(template(), 'init', '-q', '-b', 'main')
  world.put('lib.txt', 'lib\n', template())
  world.put('.gitattributes', '* filter=evil\n', template())
  const commit = world.commit('lib', template())
  world.git('update-index', '--add', '--cacheinfo', `160000,${commit},lib`)
  world.git('commit', '-qm', 'a submodule')
  mkdirSync(join(world.dir, 'lib'))
}

async function integrated(worktree: WorktreePlace): Promise<string> {
  const ready = await world.expect('ready', squash, { worktree })
  const { commit, onto } = ready
  await world.expect('moved', { type: 'move-base', commit, onto }, { worktree })
  return ready.path
}

describe('a nested repository', () => {
  it('T9 the trap is real: git add of the outer repository runs the filter of the inner one', () => {
    commitGitlink()
    nest(join(world.dir, 'lib'))
    world.git('add', '--all')
    expect(existsSync(trap())).toBe(true)
  })

  it('T9 is left alone when the checkout is looked at and committed', async () => {
    commitGitlink()
    nest(join(world.dir, 'lib'))
    nest(join(world.dir, 'untracked'))
    await world.expect('recorded', { ...RECORD, isBefore: true })
    world.put('src/app.txt', 'by the agent\n')
    nest(join(world.dir, 'made-by-agent'))
    await world.expect('recorded', RECORD)
    const { commit } = await world.expect('committed', { type: 'commit-checkout', message: 'x' })
    expect(existsSync(trap())).toBe(false)
    const listed = world.git('ls-tree', '--name-only', String(commit))
    expect(listed.split('\n')).not.toContain('made-by-agent')
    expect(world.read('made-by-agent/lib.txt')).toBe('changed\n')
  })

  it('T9 is left alone in every act of a worktree, where the agent filled a submodule', async () => {
    commitGitlink()
    const worktree = await world.worktree()
    world.put('src/app.txt', 'by the agent\n', worktree.path)
    nest(join(worktree.path, 'lib'))
    nest(join(worktree.path, 'more'))
    const before = world.git('ls-tree', 'main', 'lib')
    await world.expect('recorded', RECORD, { worktree })
    expect(world.git('ls-tree', 'feature/login', 'lib')).toBe(before)
    await integrated(worktree)
    expect(world.git('show', 'main:src/app.txt')).toBe('by the agent')
    await world.act({ type: 'clean-up' }, { worktree })
    expect(existsSync(trap())).toBe(false)
  })

  it('T9 is left alone in the scratch worktree, where the agent resolved a conflict', async () => {
    commitGitlink()
    const worktree = await world.worktree()
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    world.put('src/app.txt', 'main\n')
    world.git('commit', '-qam', 'main moved')
    const { path } = await world.expect('conflict', squash, { worktree })
    nest(join(path, 'lib'))
    nest(join(path, 'more'))
    world.put('src/app.txt', 'both\n', path)
    const done = await world.expect('ready', { type: 'continue-integration' }, { worktree })
    expect(world.git('show', `${done.commit}:src/app.txt`)).toBe('both')
    expect(existsSync(trap())).toBe(false)
  })

  it('T9 a submodule that was deleted is recorded as deleted', async () => {
    commitGitlink()
    const worktree = await world.worktree()
    rmSync(join(worktree.path, 'lib'), { recursive: true })
    await world.expect('recorded', RECORD, { worktree })
    expect(world.git('ls-tree', 'feature/login', 'lib')).toBe('')
  })
})

describe('the .git file of a worktree', () => {
  async function redirected(): Promise<{ worktree: WorktreePlace; evil: string }> {
    const worktree = await world.worktree()
    world.git('update-ref', 'refs/heads/main', 'refs/heads/feature/login')
    const evil = join(world.root, 'evil')
    world.git('clone', '-q', '--bare', world.dir, evil)
    world.git('--git-dir', evil, 'update-ref', 'refs/heads/feature/login', 'HEAD')
    world.git('--git-dir', evil, 'symbolic-ref', 'HEAD', 'refs/heads/feature/login')
    world.git('--git-dir', evil, 'config', 'core.bare', 'false')
    appendFileSync(join(evil, 'config'), FILTER())
    world.put('.gitattributes', '* filter=evil\n', worktree.path)
    world.put('src/app.txt', 'by the agent\n', worktree.path)
    writeFileSync(join(worktree.path, '.git'), `gitdir: ${evil}\n`)
    return { worktree, evil }
  }

  const ACTS = [
    RECORD,
    squash,
    { type: 'catch-up', commit: 'HEAD', onto: 'HEAD' },
    { type: 'pull-request', title: 'x', body: 'x' },
    { type: 'clean-up' },
  ] as const

  it.each(ACTS)(
    'T9 is not followed by $type once an agent has rewritten it: nothing happens there, and it is said',
    async (act) => {
      const { worktree, evil } = await redirected()
      const before = world.git('--git-dir', evil, 'for-each-ref')
      const result = await world.act(act, { worktree })
      expect(existsSync(trap())).toBe(false)
      expect(world.git('--git-dir', evil, 'for-each-ref')).toBe(before)
      expect(JSON.stringify(result)).toMatch(/is no longer a worktree of this repository/)
      expect(world.read('src/app.txt', worktree.path)).toBe('by the agent\n')
    },
  )

  it('T9 is not followed in the scratch worktree of a conflict', async () => {
    const worktree = await world.worktree()
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    world.put('src/app.txt', 'main\n')
    world.git('commit', '-qam', 'main moved')
    const { path } = await world.expect('conflict', squash, { worktree })
    const evil = join(world.root, 'evil')
    world.git('clone', '-q', '--bare', world.dir, evil)
    world.git('--git-dir', evil, 'config', 'core.bare', 'false')
    appendFileSync(join(evil, 'config'), FILTER())
    world.put('.gitattributes', '* filter=evil\n', path)
    writeFileSync(join(path, '.git'), `gitdir: ${evil}\n`)
    expect(await world.act({ type: 'continue-integration' }, { worktree })).toMatchObject({
      type: 'finding',
    })
    expect(existsSync(trap())).toBe(false)
  })

  it('T9 a folder that only the repository calls its worktree is not touched when the base moves', async () => {
    const theirs = join(world.root, 'theirs')
    world.gitIn(world.root, 'init', '-q', '-b', 'main', theirs)
    world.put('mine.txt', 'mine\n', theirs)
    const worktree = await world.worktree()
    world.git('switch', '-q', '-c', 'aside')
    const planted = join(world.dir, '.git/worktrees/planted')
    mkdirSync(planted)
    writeFileSync(join(planted, 'gitdir'), `${theirs}/.git\n`)
    writeFileSync(join(planted, 'commondir'), '../..\n')
    writeFileSync(join(planted, 'HEAD'), 'ref: refs/heads/main\n')
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    await integrated(worktree)
    expect(world.git('show', 'main:src/app.txt')).toBe('branch')
    expect(world.status(theirs)).toEqual(['?? mine.txt'])
    expect(existsSync(join(theirs, 'src'))).toBe(false)
  })
})

describe('the .git of a checkout', () => {
  const elsewhere = (): string => join(world.root, 'other')
  function another(): void {
    world.gitIn(world.root, 'init', '-q', '-b', 'main', elsewhere())
    world.put('mine.txt', 'mine\n', elsewhere())
    world.commit('mine', elsewhere())
    renameSync(join(world.dir, '.git'), join(world.root, 'away'))
  }
  const WAYS: [string, () => void][] = [
    [
      'a file that names another repository of the user',
      () => writeFileSync(join(world.dir, '.git'), `gitdir: ${elsewhere()}/.git\n`),
    ],
    [
      'a link to another repository of the user',
      () => symlinkSync(join(elsewhere(), '.git'), join(world.dir, '.git')),
    ],
    [
      'a folder that takes everything from another repository',
      () => {
        renameSync(join(world.root, 'away'), join(world.dir, '.git'))
        writeFileSync(join(world.dir, '.git/commondir'), `${elsewhere()}/.git\n`)
      },
    ],
  ]

  it.each(WAYS)('T9 leads no act elsewhere: %s', async (_name, plant) => {
    another()
    plant()
    const head = () => world.gitIn(elsewhere(), 'for-each-ref')
    const before = head()
    world.put('src/app.txt', 'changed\n')
    await world.act({ ...RECORD, isBefore: true })
    await world.act(RECORD)
    expect(await world.act({ type: 'commit-checkout', message: 'x' })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining(join(world.dir, '.git')) as string,
    })
    expect(await world.act({ type: 'make-workspace' })).toMatchObject({ type: 'finding' })
    expect(head()).toBe(before)
  })

  it('T9 a worktree of the user is a project like any other', async () => {
    const own = join(world.root, 'own')
    world.git('worktree', 'add', '-q', '-b', 'own', own)
    const kiroDir = join(own, '.kiro')
    const folders = { projectDir: own, kiroDir, runtimeDir: join(kiroDir, 'runtime') }
    world.put('src/app.txt', 'changed\n', own)
    await world.expect('recorded', { ...RECORD, isBefore: true }, { folders })
    world.put('src/new.txt', 'new\n', own)
    await world.expect('recorded', RECORD, { folders })
    const act = { type: 'commit-checkout', message: 'x' } as const
    const { commit } = await world.expect('committed', act, { folders })
    expect(world.git('rev-parse', 'own')).toBe(commit)
  })
})

describe('links and pipes in the .git folder', () => {
  const LINKS = [
    'index',
    'logs/HEAD',
    'logs/refs/heads/main',
    'packed-refs',
    'refs/heads/feature',
    'refs/heads',
    'objects',
    'objects/info',
    'logs',
    'worktrees',
    'HEAD',
  ]

  it.each(LINKS)('T9 nothing is written through a link at %s', async (name) => {
    const home = join(world.root, 'home')
    mkdirSync(home)
    const path = join(world.dir, '.git', name)
    mkdirSync(join(path, '..'), { recursive: true })
    const target = join(home, 'target')
    if (existsSync(path)) renameSync(path, target)
    else if (/feature|worktrees|objects|logs$/.test(name)) mkdirSync(target)
    else writeFileSync(target, '')
    symlinkSync(target, path)
    const listing = () => execFileSync('ls', ['-lRn', '--time-style=full-iso', home]).toString()
    const before = listing()
    world.put('src/app.txt', 'changed\n')
    await world.act({ ...RECORD, isBefore: true })
    await world.act(RECORD)
    for (const act of [
      { type: 'commit-checkout', message: 'x' },
      { type: 'make-workspace' },
    ] as const)
      expect(await world.act(act)).toMatchObject({
        type: 'finding',
        detail: expect.stringContaining(join('.git', name)) as string,
      })
    expect(listing()).toBe(before)
  })

  it('T9 a link in place of the folder for scratch worktrees is not followed', async () => {
    const worktree = await world.worktree()
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    const outside = join(world.root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(world.dir, '.kiro/worktrees/deploy'))
    await expect(world.act(squash, { worktree })).rejects.toThrow(/deploy is a link/)
    expect(execFileSync('ls', ['-A', outside]).toString()).toBe('')
  })

  it('T9 a step that was put into a half-done rebase is not run', async () => {
    const worktree = await world.worktree()
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    world.put('src/app.txt', 'main\n')
    world.git('commit', '-qam', 'main moved')
    const rebase = { ...squash, strategy: 'rebase' } as const
    const { path } = await world.expect('conflict', rebase, { worktree })
    world.put('src/app.txt', 'both\n', path)
    const gitDir = world.gitIn(path, 'rev-parse', '--absolute-git-dir')
    const todo = join(gitDir, 'rebase-merge/git-rebase-todo')
    writeFileSync(todo, `exec touch ${trap()}\n${readFileSync(todo, 'utf8')}`)
    expect(await world.act({ type: 'continue-integration' }, { worktree })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining('git-rebase-todo') as string,
    })
    expect(existsSync(trap())).toBe(false)
  })
})

describe('what an agent leaves in place of a conflicted file', () => {
  const LEFT: [string, (file: string) => void, string][] = [
    ['a pipe', (file) => execFileSync(MAKE_FIFO, [file]), 'finding'],
    ['a link to a file without an end', (file) => symlinkSync('/dev/zero', file), 'ready'],
  ]

  it.each(LEFT)('T9 H9 holds nobody up and is not read: %s', async (_name, leave, then) => {
    const worktree = await world.worktree()
    world.put('src/app.txt', 'branch\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    world.put('src/app.txt', 'main\n')
    world.git('commit', '-qam', 'main moved')
    const { path } = await world.expect('conflict', squash, { worktree })
    rmSync(join(path, 'src/app.txt'))
    leave(join(path, 'src/app.txt'))
    const done = await world.act({ type: 'continue-integration' }, { worktree })
    expect(done).toMatchObject({ type: then })
  })
})
