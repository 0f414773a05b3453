import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const trap = (): string => join(world.root, 'trap')

it('T4 P4 a merge driver of the repository is not run: the file is a conflict that people see', async () => {
  world.put('.gitattributes', '*.txt merge=evil\n')
  world.commit('attributes')
  world.git('config', 'merge.evil.driver', `touch ${trap()}; true`)
  const worktree = await world.worktree()
  world.put('src/app.txt', 'branch\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
  world.put('src/app.txt', 'main\n')
  world.git('commit', '-qam', 'main moved')
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
