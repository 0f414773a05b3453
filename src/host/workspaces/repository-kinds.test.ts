import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitWorld } from '../../testkit/worlds/git-world.ts'
import type { WorktreePlace } from './git-context.ts'

const RECORD = { type: 'record', subject: 'impl' } as const
const SQUASH = { type: 'integrate', strategy: 'squash', message: 'Add login' } as const

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

async function deployed(worktree: WorktreePlace): Promise<void> {
  world.put('src/app.txt', 'two\n', worktree.path)
  await world.expect('recorded', RECORD, { worktree })
  const { commit, onto } = await world.expect('ready', SQUASH, { worktree })
  await world.expect('moved', { type: 'move-base', commit, onto }, { worktree })
  await world.expect('cleaned', { type: 'clean-up' }, { worktree })
  expect(world.git('show', 'main:src/app.txt')).toBe('two')
  expect(world.read('src/app.txt')).toBe('two\n')
  expect(world.status().filter((line) => !line.includes('.kiro'))).toEqual([])
}

describe('the repository\u2019s own settings that say how files are stored', () => {
  it('W1 a sparse checkout has sparse worktrees, for the host and for the agents', async () => {
    world.git('sparse-checkout', 'set', 'src', '.kiro')
    world.put('docs/large.txt', 'large\n')
    world.git('add', '--sparse', 'docs/large.txt')
    world.git('commit', '-qm', 'docs')
    world.git('sparse-checkout', 'reapply')
    const worktree = await world.worktree()
    expect(existsSync(join(worktree.path, 'docs'))).toBe(false)
    expect(world.gitIn(worktree.path, 'status', '--porcelain')).toBe('')
    await deployed(worktree)
    expect(world.git('show', 'main:docs/large.txt')).toBe('large')
  })

  it('W5 line endings, ignored files and the author are those of the repository', async () => {
    world.put('ignored-by-me', 'secret.txt\n', world.root)
    for (const [key, value] of [
      ['core.autocrlf', 'input'],
      ['core.excludesFile', join(world.root, 'ignored-by-me')],
      ['user.name', 'Local'],
      ['user.email', 'local@example.com'],
    ] as const)
      world.git('config', key, value)
    const worktree = await world.worktree()
    world.put('dos.txt', 'one\r\ntwo\r\n', worktree.path)
    world.put('secret.txt', 'secret\n', worktree.path)
    await world.expect('recorded', RECORD, { worktree })
    expect(world.git('show', 'feature/login:dos.txt')).toBe('one\ntwo')
    expect(world.git('ls-tree', '--name-only', 'feature/login')).not.toContain('secret')
    expect(world.git('log', '-1', '--format=%an %ae', 'feature/login')).toBe(
      'Local local@example.com',
    )
  })

  it('W1 P1 a partial clone works with the objects that it has', async () => {
    const origin = join(world.root, 'origin')
    renameSync(world.dir, origin)
    world.gitIn(origin, 'config', 'uploadpack.allowFilter', 'true')
    world.put('src/app.txt', 'older\n', origin)
    world.gitIn(origin, 'commit', '-qam', 'older')
    world.put('src/app.txt', 'one\n', origin)
    world.gitIn(origin, 'commit', '-qam', 'newer')
    world.gitIn(world.root, 'clone', '-q', '--filter=blob:none', `file://${origin}`, world.dir)
    world.put('.kiro/specs/login/tasks.md', '- [ ] 1. x\n')
    world.put('.kiro/runtime/.gitignore', '*\n')
    await deployed(await world.worktree())
  })

  it('W1 worktrees beside a bare repository are projects like any other', async () => {
    const bare = join(world.root, 'bare')
    world.git('clone', '-q', '--bare', world.dir, bare)
    renameSync(world.dir, join(world.root, 'before'))
    world.gitIn(bare, 'worktree', 'add', '-q', world.dir, 'main')
    world.put('.kiro/specs/login/tasks.md', '- [ ] 1. x\n')
    world.put('.kiro/runtime/.gitignore', '*\n')
    await deployed(await world.worktree())
  })

  it('W1 the git of the user finds the same worktree as the host', async () => {
    const { path } = await world.worktree()
    const [id = ''] = readdirSync(join(world.dir, '.git/worktrees'))
    expect(world.read('.git', path)).toBe(`gitdir: ${join(world.dir, '.git/worktrees', id)}\n`)
    expect(world.git('worktree', 'list')).toContain(`${path} `)
    expect(world.git('fsck')).toBe('')
  })
})
