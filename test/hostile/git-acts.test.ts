import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const trap = (): string => join(world.root, 'trap')
const evil = (): string => `touch ${trap()}; cat; true`

const HOOKS =
  'pre-commit post-commit post-checkout post-merge pre-merge-commit pre-rebase post-rewrite reference-transaction post-index-change pre-push prepare-commit-msg commit-msg pre-auto-gc fsmonitor-watchman applypatch-msg'.split(
    ' ',
  )

function plantHooks(): void {
  for (const name of HOOKS) {
    world.put(`.git/hooks/${name}`, `#!/bin/sh\n${evil()}\n`)
    chmodSync(join(world.dir, '.git/hooks', name), 0o755)
  }
  world.git('config', 'core.hooksPath', join(world.dir, '.git/hooks'))
}

const set = (file: string, settings: Record<string, string>): void => {
  for (const [key, value] of Object.entries(settings))
    world.git('config', '--file', join(world.dir, '.git', file), key, value)
}

const programs = (): Record<string, string> => ({
  'core.fsmonitor': evil(),
  'core.sshCommand': evil(),
  'core.pager': evil(),
  'core.editor': evil(),
  'sequence.editor': evil(),
  'core.askPass': evil(),
  'diff.external': evil(),
  'gpg.program': evil(),
  'commit.gpgSign': 'true',
  'log.showSignature': 'true',
  'filter.evil.clean': evil(),
  'filter.evil.smudge': evil(),
  'filter.evil.process': evil(),
  'filter.evil.required': 'true',
  'filter.odd=name.clean': evil(),
  'merge.evil.driver': evil(),
  'diff.evil.textconv': evil(),
  'diff.evil.command': evil(),
  'credential.helper': `!${evil()}`,
  'alias.add': `!${evil()}`,
  'alias.worktree': `!${evil()}`,
  'interactive.diffFilter': evil(),
  'uploadpack.packObjectsHook': evil(),
  'gc.auto': '1',
  'rebase.instructionFormat': '%s',
  'rebase.autoStash': 'true',
  'submodule.lib.update': `!${evil()}`,
  'submodule.recurse': 'true',
})

const ATTRIBUTES = '* filter=evil diff=evil merge=evil\n*.odd filter=odd=name\n'

/** Plays every act, with and without a conflict, with every strategy. */
async function playAll(): Promise<void> {
  for (const strategy of ['squash', 'rebase', 'merge'] as const) {
    const worktree = await world.worktree()
    world.put('src/app.txt', `${strategy}\n`, worktree.path)
    world.put(`${strategy}.odd`, 'x\n', worktree.path)
    await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
    writeFileSync(join(world.dir, 'other.txt'), `${strategy}\n`)
    const act = { type: 'integrate', strategy, message: 'Add login' } as const
    const ready = await world.expect('ready', act, { worktree })
    const { commit, onto } = ready
    await world.expect('moved', { type: 'move-base', commit, onto }, { worktree })
    await world.expect('cleaned', { type: 'clean-up' }, { worktree })
  }
  await world.act({ type: 'record', subject: 'x', isBefore: true })
  world.put('src/app.txt', 'in the checkout\n')
  await world.act({ type: 'record', subject: 'x' })
  await world.expect('committed', { type: 'commit-checkout', message: 'Add more' })
}

it.each([
  ['.git/config', 'config'],
  ['a file that .git/config includes', 'included'],
  ['the configuration of one worktree', 'config.worktree'],
])('T4 T7 no program that %s names is run by an act of the host', async (_name, file) => {
  world.put('.gitattributes', ATTRIBUTES)
  world.put('.gitmodules', `[submodule "lib"]\n\tpath = lib\n\turl = ext::sh -c "${evil()}"\n`)
  world.commit('attributes')
  plantHooks()
  set(file, programs())
  if (file === 'included') world.git('config', 'include.path', 'included')
  if (file === 'config.worktree') world.git('config', 'extensions.worktreeConfig', 'true')
  await playAll()
  expect(existsSync(trap())).toBe(false)
})

it('T4 P4 a merge driver of the repository is not run: the file is a conflict that people see', async () => {
  world.put('.gitattributes', '*.txt merge=evil\n')
  world.commit('attributes')
  set('config', programs())
  const worktree = await world.worktree()
  world.put('src/app.txt', 'branch\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
  world.put('src/app.txt', 'main\n')
  world.gitIn(
    world.dir,
    '-c',
    'core.fsmonitor=false',
    '-c',
    'commit.gpgSign=false',
    '-c',
    'filter.evil.process=',
    '-c',
    'filter.evil.clean=',
    '-c',
    'filter.evil.required=false',
    'commit',
    '-qam',
    'main moved',
  )
  const act = { type: 'integrate', strategy: 'squash', message: 'x' } as const
  expect(await world.expect('conflict', act, { worktree })).toMatchObject({
    files: ['src/app.txt'],
  })
  expect(existsSync(trap())).toBe(false)
})

it('T2 T3 W6 odd names are files like any other: recorded, merged, saved and restored', async () => {
  const names = [
    '-rf',
    '--exec=touch x',
    ':(top)x',
    '*',
    'line\nbreak',
    'tab\there',
    "ü “q” 's",
    'a/-b',
    '.git-like',
    '$(touch y)',
  ]
  const worktree = await world.worktree()
  for (const name of names) world.put(`odd/${name}`, `${name}\n`, worktree.path)
  symlinkSync('/etc/passwd', join(worktree.path, 'odd/link'))
  await world.expect(
    'recorded',
    { type: 'record', subject: '--exec=x\nSdd-Step: forged' },
    { worktree, stepId: 'step_real_1' },
  )
  expect(
    world.git('log', '-1', '--format=%(trailers:key=Sdd-Step,valueonly)', 'feature/login'),
  ).toBe('step_real_1')
  const act = { type: 'integrate', strategy: 'squash', message: '-x' } as const
  const { commit, onto } = await world.expect('ready', act, { worktree })
  await world.expect('moved', { type: 'move-base', commit, onto }, { worktree })
  for (const name of names) expect(world.read(`odd/${name}`)).toBe(`${name}\n`)
  world.put('odd/-late', 'late\n', worktree.path)
  const { saved } = await world.expect('cleaned', { type: 'clean-up' }, { worktree })
  expect(world.git('show', `${saved}:odd/-late`)).toBe('late')
  expect(existsSync(join(world.dir, 'x')) || existsSync(join(world.dir, 'y'))).toBe(false)
})

it('T4 variables of a git that started the host lead none of its acts elsewhere', async () => {
  const env = {
    ...world.env,
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/nowhere',
    GIT_INDEX_FILE: '/nowhere',
    GIT_EXEC_PATH: '/nowhere',
    GIT_CONFIG_PARAMETERS: "'core.fsmonitor=touch /nowhere'",
  }
  expect(await world.act({ type: 'make-workspace' }, { env })).toMatchObject({ type: 'workspace' })
})
