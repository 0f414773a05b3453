import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bugItem, specNamed } from '../../contracts/work-item.ts'
import { findProject, outsideWorktrees } from '../project/find-project.ts'
import { GitWorld } from '../../testkit/worlds/git-world.ts'
import type { WorktreePlace } from './git-context.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const MAKE = { type: 'make-workspace' } as const
const RECORD = { type: 'record', subject: 'impl: 1 of 2 tasks' } as const
const record = (worktree: WorktreePlace) => world.expect('recorded', RECORD, { worktree })
const detail = async (worktree: WorktreePlace | null, act: typeof RECORD | typeof MAKE = RECORD) =>
  (await world.expect('finding', act, { worktree })).detail

describe('a worktree', () => {
  it('W1 W2 holds the documents as its first commit, not the host files; the checkout stays as it was', async () => {
    const before = world.manifest()
    const { path, branch, base, from } = await world.worktree()
    expect(path).toBe(join(world.dir, '.kiro/worktrees/specs/login'))
    expect([branch, base]).toEqual(['feature/login', 'main'])
    expect(world.read('.kiro/specs/login/tasks.md', path)).toBe('- [ ] 1. x\n')
    expect(world.has('.kiro/specs/login/spec.json', path)).toBe(false)
    expect(world.git('show', '--format=', '--name-only', from).split('\n')).toEqual([
      '.kiro/specs/login/requirements.md',
      '.kiro/specs/login/tasks.md',
    ])
    expect(world.git('log', '-1', '--format=%(trailers:key=Sdd-Item,valueonly)', branch)).toBe(
      'spec login',
    )
    const outside = Object.entries(world.manifest()).filter(
      ([name]) => !name.startsWith('.kiro/worktrees/'),
    )
    expect(Object.fromEntries(outside)).toEqual(before)
    expect(world.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main')
    expect(world.status().filter((line) => line.includes('worktrees'))).toEqual([])
  })

  it('W1 of a bug has a branch and a folder of its own beside the spec of the same name', async () => {
    const item = bugItem(world.item.name)
    world.put('.kiro/bugs/login/report.md', '# Bug\n')
    const spec = await world.worktree()
    const bug = await world.worktree({ item })
    expect([bug.branch, bug.path]).toEqual([
      'bugfix/login',
      join(world.dir, '.kiro/worktrees/bugs/login'),
    ])
    expect(world.read('.kiro/bugs/login/report.md', bug.path)).toBe('# Bug\n')
    expect(world.has('.kiro/bugs/login/report.md', spec.path)).toBe(false)
  })

  it('W1 is made outside the repository where worktree.root says so, with what worktree.copy names', async () => {
    world.put('.gitignore', '.env\ncache/\n')
    world.commit('ignore')
    world.put('.env', 'SECRET=1\n')
    world.put('cache/deep/file', 'x')
    const root = join(world.root, 'elsewhere')
    const settings = { baseBranch: 'main', root, copy: ['.env', 'cache', 'missing'] }
    const { path } = await world.worktree({ settings })
    expect(path.startsWith(`${root}/p_`)).toBe(true)
    expect([world.read('.env', path), world.read('cache/deep/file', path)]).toEqual([
      'SECRET=1\n',
      'x',
    ])
    const outside = { ...settings, copy: ['../../etc/passwd'] }
    const item = specNamed('second')
    expect(await world.act(MAKE, { settings: outside, item })).toMatchObject({ type: 'finding' })
  })

  it.each([
    ['a folder', 'shared/cache', null],
    ['a file', 'shared/.env', null],
    ['a folder, into a worktree outside the repository', 'shared/cache', 'elsewhere'],
    ['a file, into a worktree outside the repository', 'shared/.env', 'elsewhere'],
    ['a folder that has it deeper', 'linked', 'elsewhere'],
  ])(
    'T3 what worktree.copy names leaves no worktree by a link of the base: %s',
    async (_name, copied, root) => {
      const away = join(world.root, 'away')
      mkdirSync(away)
      world.git('checkout', '-q', '-b', 'linked')
      symlinkSync(away, join(world.dir, 'shared'))
      world.put('linked/file', 'of the base')
      symlinkSync(away, join(world.dir, 'linked/cache'))
      world.commit('links')
      world.git('checkout', '-q', 'main')
      for (const place of ['shared/cache/file', 'shared/.env', 'linked/cache/file'])
        world.put(place, 'private')
      const settings = {
        baseBranch: 'linked',
        root: root === null ? null : join(world.root, root),
        copy: [copied],
      }
      await expect(world.act(MAKE, { settings })).rejects.toThrow(
        /is a link, and links are not followed/,
      )
      expect(readdirSync(away)).toEqual([])
    },
  )

  it('W1 T6 a command inside one that lies outside the repository is about the checkout', async () => {
    const root = join(world.root, 'elsewhere')
    const { path } = await world.worktree({ settings: { baseBranch: null, root, copy: [] } })
    expect(outsideWorktrees(path)).toBe(world.dir)
    expect(outsideWorktrees(join(path, 'src'))).toBe(world.dir)
    const person = { home: world.root, uid: null }
    expect(findProject(join(path, 'src'), person)).toEqual({ ok: true, value: world.dir })
    // The user's own worktrees are separate projects, wherever they are.
    const own = join(root, 'own', 'specs', 'login')
    world.git('worktree', 'add', '-q', own, '-b', 'own')
    expect(outsideWorktrees(own)).toBe(own)
  })

  it('W2 documents that the project keeps out of git are copied, never committed, and come home', async () => {
    world.put('.gitignore', '.kiro/\n')
    world.commit('ignore')
    const worktree = await world.worktree()
    const { path } = worktree
    expect(world.read('.kiro/specs/login/tasks.md', path)).toBe('- [ ] 1. x\n')
    world.put('.kiro/specs/login/tasks.md', '- [x] 1. x\n', path)
    world.put('src/new.txt', 'new\n', path)
    await record(worktree)
    expect(world.git('show', '--name-only', '--format=', 'feature/login')).toBe('src/new.txt')
    world.git('merge', '-q', '--ff-only', 'feature/login')
    await world.expect('cleaned', { type: 'clean-up' }, { worktree })
    expect(world.has('.kiro/worktrees/specs/login')).toBe(false)
    expect(world.git('show', 'refs/sdd/saved/spec/login/1:.kiro/specs/login/tasks.md')).toBe(
      '- [x] 1. x',
    )
  })

  it.each([
    ['branch exists', () => world.git('branch', 'feature/login'), /branch -m feature\/login/],
    [
      'another case',
      () => world.git('branch', 'Feature/Login'),
      /beside the branch Feature\/Login/,
    ],
    ['a branch as folder', () => world.git('branch', 'feature'), /beside the branch feature/],
    ['below', () => world.git('branch', 'feature/login/more'), /feature\/login\/more/],
    ['folder', () => world.put('.kiro/worktrees/specs/login/file', 'x'), /is not empty/],
    ['detached HEAD', () => world.git('checkout', '-q', '--detach'), /git switch/],
    ['unborn branch', () => world.git('checkout', '-q', '--orphan', 'fresh'), /first commit/],
    ['core.worktree', () => world.git('config', 'core.worktree', world.root), /--unset/],
    ['no git at all', () => rmSync(join(world.dir, '.git'), { recursive: true }), /git init/],
    ['bare', () => world.git('config', 'core.bare', 'true'), /bare/],
  ])('W9 is refused with the remedy before anything changes: %s', async (_name, arrange, words) => {
    arrange()
    const before = world.manifest()
    expect(await detail(null, MAKE)).toMatch(words)
    expect(world.manifest()).toEqual(before)
  })

  it('W9 a link in the place of its folder is refused', async () => {
    mkdirSync(join(world.root, 'away'))
    symlinkSync(join(world.root, 'away'), join(world.dir, '.kiro/worktrees'))
    await expect(world.act(MAKE)).rejects.toThrow(/is a link/)
    expect(world.git('branch', '--list', 'feature/*')).toBe('')
  })

  it('W9 an old git, none at all, a base branch that does not exist', async () => {
    world.program(
      'git',
      '[ "$*" = "${*%--version}" ] && exec /usr/bin/git "$@"; echo git version 2.29.1',
    )
    expect(await detail(null, MAKE)).toMatch(/git 2\.29\.1 is too old/)
    const env = { PATH: join(world.root, 'empty'), HOME: world.root }
    expect(await world.act(MAKE, { env })).toMatchObject({
      detail: expect.stringMatching(/install git/) as string,
    })
    rmSync(join(world.root, 'bin'), { recursive: true })
    const settings = { baseBranch: 'nowhere', root: null, copy: [] }
    expect(await world.act(MAKE, { settings })).toMatchObject({
      detail: expect.stringMatching(/nowhere does not exist/) as string,
    })
  })

  it('W9 works in a repository with submodules, and in one whose project is a folder below says so', async () => {
    const inner = join(world.root, 'inner')
    mkdirSync(inner)
    world.gitIn(inner, 'init', '-q', '-b', 'main')
    world.put('lib.txt', 'lib\n', inner)
    world.commit('lib', inner)
    world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib')
    world.git('commit', '-qm', 'submodule')
    const worktree = await world.worktree()
    world.put('src/new.txt', 'new\n', worktree.path)
    await record(worktree)
    expect(world.git('ls-tree', 'feature/login', 'lib')).toMatch(/^160000 commit/)
    const projectDir = join(world.dir, 'src')
    const below = {
      projectDir,
      kiroDir: join(projectDir, '.kiro'),
      runtimeDir: join(world.root, 'runtime'),
    }
    expect(await world.act(MAKE, { folders: below })).toMatchObject({
      detail: expect.stringMatching(/open .*repo as the project/) as string,
    })
    expect(await world.act(RECORD, { folders: below })).toMatchObject({
      type: 'recorded',
      tree: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    })
  })

  it('W7 says what other hands did to it and what to do, and repairs nothing', async () => {
    const worktree = await world.worktree()
    const { path, from } = worktree
    const found = () => detail(worktree)
    world.gitIn(path, 'checkout', '-q', '-b', 'other')
    expect(await found()).toMatch(/on the branch other .*git switch feature\/login/)
    world.gitIn(path, 'checkout', '-q', '--detach')
    expect(await found()).toMatch(/detached HEAD/)
    world.gitIn(path, 'checkout', '-q', 'feature/login')
    world.git('worktree', 'lock', path)
    expect(await found()).toMatch(/git worktree unlock/)
    world.git('worktree', 'unlock', path)
    world.gitIn(path, 'reset', '-q', '--hard', 'main')
    expect(await found()).toMatch(/git reset --hard refs\/sdd\/work\/spec\/login/)
    world.git('update-ref', '-d', 'refs/heads/feature/login')
    expect(await found()).toMatch(/git branch feature\/login refs\/sdd\/work\/spec\/login/)
    world.git('branch', 'feature/login', 'refs/sdd/work/spec/login')
    expect(world.git('rev-parse', 'feature/login')).toBe(from)
    renameSync(path, join(world.root, 'moved'))
    expect(await found()).toMatch(/was removed.*git worktree add --force/)
    world.put('.kiro/worktrees/specs/login/file', 'x')
    expect(await found()).toMatch(/no longer a worktree/)
    rmSync(path, { recursive: true })
    world.git('worktree', 'add', '-q', '--force', path, 'feature/login')
    world.gitIn(path, 'reset', '-q', '--hard', 'feature/login')
    expect(await record(worktree)).toMatchObject({ commit: null })
  })

  it('W7 a branch that the user rewrote is accepted once they say so', async () => {
    const worktree = await world.worktree()
    world.put('src/app.txt', 'mine\n', worktree.path)
    await record(worktree)
    world.gitIn(worktree.path, 'reset', '-q', '--soft', 'main')
    world.gitIn(worktree.path, 'commit', '-qm', 'all in one')
    expect(await detail(worktree)).toMatch(/accept it as it is/)
    world.git('update-ref', 'refs/sdd/work/spec/login', 'refs/heads/feature/login')
    expect(await record(worktree)).toMatchObject({ type: 'recorded' })
  })
})

describe('what a step changed', () => {
  it('W5 is one commit with item and step as trailers; commits of the agent stay', async () => {
    const worktree = await world.worktree()
    const { path } = worktree
    world.put('src/app.txt', 'agent\n', path)
    world.gitIn(path, 'commit', '-qam', 'by the agent')
    world.put('src/app.txt', 'more\n', path)
    world.put('src/new.txt', 'new\n', path)
    world.gitIn(path, 'add', 'src/new.txt')
    const done = await world.expect('recorded', RECORD, { worktree, stepId: 'step_a_1' })
    expect(done.files).toBe(2)
    expect(world.git('log', '--format=%s', 'main..feature/login').split('\n')).toEqual([
      'impl: 1 of 2 tasks',
      'by the agent',
      'login: documents',
    ])
    expect(world.git('log', '-1', '--format=%(trailers)', 'feature/login').split('\n')).toEqual([
      'Sdd-Item: spec login',
      'Sdd-Step: step_a_1',
    ])
    expect(world.status(path)).toEqual([])
    expect(await record(worktree)).toMatchObject({ commit: null, files: 0, tree: done.tree })
    expect(world.git('fsck', '--no-dangling')).toBe('')
  })

  it('W2 W5 host files that an agent made, changed, staged or committed never enter the branch', async () => {
    world.put('.kiro/specs/other/spec.json', '{"a":1}')
    world.git('add', '-f', '.kiro/specs/other/spec.json')
    world.git('commit', '-qm', 'other')
    const worktree = await world.worktree()
    const { path } = worktree
    world.put('.kiro/specs/other/spec.json', '{"lifted":true}', path)
    world.put('.kiro/specs/login/spec.json', '{"lifted":true}', path)
    world.commit('lifted', path)
    world.put('.kiro/specs/login/event-log.jsonl', 'no', path)
    world.put('.kiro/runtime/x', 'no', path)
    await record(worktree)
    expect(world.git('show', 'feature/login:.kiro/specs/other/spec.json')).toBe('{"a":1}')
    expect(world.git('ls-tree', '-r', '--name-only', 'feature/login', '.kiro').split('\n')).toEqual(
      [
        '.kiro/specs/login/requirements.md',
        '.kiro/specs/login/tasks.md',
        '.kiro/specs/other/spec.json',
      ],
    )
  })

  it('W5 host files of items with a tab in their name stay as the base has them', async () => {
    const file = '.kiro/specs/with\ttab/spec.json'
    world.put(file, '{"a":1}')
    world.git('add', '-f', file)
    world.git('commit', '-qm', 'other')
    const worktree = await world.worktree()
    world.put(file, '{"lifted":true}', worktree.path)
    world.put('src/app.txt', 'two\n', worktree.path)
    await record(worktree)
    expect(world.git('show', `feature/login:${file}`)).toBe('{"a":1}')
  })

  it('W2 what an agent does to its worktree touches neither journal nor checkout', async () => {
    const worktree = await world.worktree()
    const { path } = worktree
    const before = world.manifest()
    const own = Object.entries(before).filter(([name]) => !name.startsWith('.kiro/worktrees/'))
    world.put('src/app.txt', 'x\n', path)
    world.gitIn(path, 'stash', '-q')
    world.gitIn(path, 'reset', '-q', '--hard')
    world.gitIn(path, 'clean', '-qfdx')
    world.gitIn(path, 'checkout', '-q', '.')
    rmSync(path, { recursive: true })
    expect(await detail(worktree)).toMatch(/was removed/)
    const after = Object.entries(world.manifest()).filter(
      ([name]) => !name.startsWith('.kiro/worktrees/'),
    )
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(own))
  })

  it('W5 a change of the same size within the same tick of the clock is not missed', async () => {
    const worktree = await world.worktree()
    const file = join(worktree.path, 'src/app.txt')
    const index = world.gitIn(worktree.path, 'rev-parse', '--git-path', 'index')
    const tick = new Date(statSync(file).mtimeMs - 60_000)
    for (const text of ['two\n', 'six\n', 'ten\n']) {
      world.put('src/app.txt', text, worktree.path)
      // However slow this is, the index and the file seem written in the same clock tick.
      for (const path of [file, resolve(worktree.path, index)]) utimesSync(path, tick, tick)
      await record(worktree)
      expect(world.git('show', 'feature/login:src/app.txt')).toBe(text.trim())
    }
  })

  it('W5 a branch that moves meanwhile is not forced', async () => {
    const worktree = await world.worktree()
    // A filter of the user runs in between, as another process might.
    const clean = `git update-ref refs/heads/feature/login ${worktree.from}^; cat`
    world.put('.gitconfig', `[filter "slow"]\n\tclean = "${clean}"\n`, world.root)
    world.put('.gitattributes', '*.slow filter=slow\n', worktree.path)
    world.put('x.slow', 'x\n', worktree.path)
    const at = world.git('rev-parse', `${worktree.from}^`)
    await world.act(RECORD, { worktree })
    expect(world.git('merge-base', '--is-ancestor', at, 'feature/login')).toBe('')
    expect(world.git('log', '--format=%s', 'feature/login')).not.toMatch(/documents/)
  })

  it('V3 the fingerprint is of the code: documents and reports change it not, a new file does', async () => {
    const worktree = await world.worktree()
    const { path } = worktree
    const first = await record(worktree)
    world.put('.kiro/specs/login/tasks.md', '- [x] 1. x\n', path)
    world.put('.kiro/specs/login/inspection-1.md', 'GO\n', path)
    const ticked = await record(worktree)
    expect(ticked.tree).toBe(first.tree)
    expect(ticked.commit).not.toBeNull()
    world.put('src/new.txt', 'new\n', path)
    const changed = await record(worktree)
    expect(changed.tree).not.toBe(first.tree)
    rmSync(join(path, 'src/new.txt'))
    expect((await record(worktree)).tree).toBe(first.tree)
  })

  it('V3 in the checkout nothing is written: no commit, no object, no index', async () => {
    const count = () => world.git('count-objects')
    world.put('src/new.txt', 'new\n')
    world.git('add', 'src/new.txt')
    world.put('src/new.txt', 'newer\n')
    const before = [count(), world.status(), world.git('rev-parse', 'HEAD')]
    const first = await world.expect('recorded', RECORD)
    expect(first).toMatchObject({ commit: null, files: 0 })
    expect([count(), world.status(), world.git('rev-parse', 'HEAD')]).toEqual(before)
    world.put('.kiro/specs/login/tasks.md', '- [x] 1. x\n')
    world.put('.kiro/runtime/file', 'x')
    expect((await world.expect('recorded', RECORD)).tree).toBe(first.tree)
    world.put('src/new.txt', 'newest\n')
    expect((await world.expect('recorded', RECORD)).tree).not.toBe(first.tree)
    rmSync(join(world.dir, '.git'), { recursive: true })
    expect(await world.act(RECORD)).toMatchObject({ type: 'recorded', tree: null })
  })

  it('W5 a repository that the agent made inside is left where it is, and saved with the rest', async () => {
    const worktree = await world.worktree()
    const { path } = worktree
    world.put('vendor/lib/file.txt', 'inside\n', path)
    execFileSync('git', ['init', '-q'], { cwd: join(path, 'vendor/lib'), env: world.env })
    world.put('src/new.txt', 'new\n', path)
    await record(worktree)
    expect(world.git('ls-tree', '-r', '--name-only', 'feature/login')).not.toMatch(/vendor/)
    world.git('checkout', '-q', '--detach')
    world.git('update-ref', 'refs/heads/main', 'refs/heads/feature/login')
    const cleaned = await world.expect('cleaned', { type: 'clean-up' }, { worktree })
    expect(world.git('show', `${cleaned.saved}:vendor/lib/file.txt`)).toBe('inside')
  })
})

describe('many at once', () => {
  it('W4 twenty items make, change and record their worktrees at the same time', async () => {
    const items = Array.from({ length: 20 }, (_, index) => specNamed(`item-${index}`))
    for (const { name } of items) world.put(`.kiro/specs/${name}/tasks.md`, `${name}\n`)
    const before = world.git('rev-parse', 'main')
    await Promise.all(
      items.map(async (item) => {
        const worktree = await world.worktree({ item })
        world.put('src/app.txt', `${item.name}\n`, worktree.path)
        await world.expect('recorded', RECORD, { item, worktree })
      }),
    )
    for (const { name } of items)
      expect(world.git('show', `feature/${name}:src/app.txt`)).toBe(name)
    expect(world.git('rev-parse', 'main')).toBe(before)
    expect(world.read('src/app.txt')).toBe('one\n')
    expect(world.git('fsck', '--no-dangling')).toBe('')
  })
})
