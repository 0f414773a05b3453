import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'
import { saveWork } from '../../host/git/saved-work.ts'
import { WritingGit } from '../../host/git/writing-git.ts'

const git = ({ project }: CliWorld, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], {
    cwd: project,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim()

function repository(world: CliWorld): void {
  mkdirSync(world.project, { recursive: true })
  git(world, 'init', '-q', '-b', 'main')
  writeFileSync(join(world.project, 'app.txt'), 'one\n')
  git(world, 'add', 'app.txt')
  git(world, 'commit', '-q', '-m', 'first')
}

describe('sdd saved', () => {
  it('W6 lists, shows, restores byte for byte as a branch or a folder, and drops', async () => {
    await using world = new CliWorld()
    repository(world)
    writeFileSync(join(world.project, 'app.txt'), 'two\r\n')
    writeFileSync(join(world.project, 'new.txt'), 'untracked\n')
    const own = await WritingGit.open(world.project, { env: world.env })
    const item = { kind: 'spec', name: 'login' } as const
    await saveWork(own, { item, dir: world.project, why: 'worktree removed' })
    const ref = 'refs/sdd/saved/spec/login/1'

    const listed = jsonLines((await world.sdd(['saved', '--json'])).stdout)
    expect(listed).toMatchObject([
      { type: 'saved', ref, kind: 'spec', name: 'login', why: 'worktree removed' },
    ])
    const shown = await world.sdd(['saved', 'show', 'spec/login/1'])
    expect(shown.stdout).toContain('+untracked')
    expect(await world.sdd(['saved', 'restore', ref])).toMatchObject({ code: 0 })
    expect(git(world, 'show', 'saved/spec/login/1:new.txt')).toBe('untracked')
    const to = join(world.root, 'restored')
    expect(await world.sdd(['saved', 'restore', ref, '--to', to])).toMatchObject({ code: 0 })
    expect(readFileSync(join(to, 'app.txt'), 'utf8')).toBe('two\r\n')
    const again = await world.sdd(['saved', 'restore', ref, '--to', to])
    expect(again).toMatchObject({ code: 2 })
    expect(again.stderr).toContain(`${to} is not empty`)
    expect(await world.sdd(['saved', 'drop', ref])).toMatchObject({ code: 0 })
    expect((await world.sdd(['saved'])).stdout).toContain('Nothing is saved')
    const gone = await world.sdd(['saved', 'show', ref])
    expect(gone).toMatchObject({ code: 2 })
    expect(gone.stderr).toContain(ref)
    for (const hostile of ['--exec=touch x', '-x', 'main', '../../heads/main', 'spec/login/1^{}'])
      expect((await world.sdd(['saved', 'drop', '--', hostile])).code).toBe(2)
    expect(git(world, 'rev-parse', 'main')).not.toBe('')
  })
})

describe('sdd worktree', () => {
  it('W1 chooses the workspace of a spec; sdd new chooses it from the beginning', async () => {
    await using world = new CliWorld()
    repository(world)
    const specJson = (name: string): unknown =>
      JSON.parse(readFileSync(join(world.project, '.kiro/specs', name, 'spec.json'), 'utf8'))
    await world.sdd(['new', 'login', '--description', 'x'])
    expect(specJson('login')).not.toHaveProperty('worktree')
    expect(await world.sdd(['worktree', 'login', 'on'])).toMatchObject({ code: 0 })
    expect(specJson('login')).toMatchObject({ worktree: true })
    expect((await world.sdd(['worktree', 'login', 'on'])).stdout).toContain('Nothing changed')
    expect(await world.sdd(['worktree', 'login', 'off'])).toMatchObject({ code: 0 })
    expect(specJson('login')).toMatchObject({ worktree: false })
    expect((await world.sdd(['worktree', 'login', 'maybe'])).code).toBe(2)
    await world.sdd(['new', 'search', '--description', 'x', '--worktree'])
    expect(specJson('search')).toMatchObject({ worktree: true })
    await world.sdd(['new', 'third', '--description', 'x', '--no-worktree'])
    expect(specJson('third')).toMatchObject({ worktree: false })
    expect((await world.sdd(['new', 'x', '--worktree', '--no-worktree'])).code).toBe(2)
  })

  it('W9 is refused with code 2 and the remedy where git cannot do it', async () => {
    await using world = new CliWorld()
    mkdirSync(world.project, { recursive: true })
    const made = await world.sdd(['new', 'login', '--description', 'x', '--worktree'])
    expect(made).toMatchObject({ code: 2 })
    expect(made.stderr).toContain('git init')
    expect(existsSync(join(world.project, '.kiro/specs/login'))).toBe(false)
    repository(world)
    await world.sdd(['new', 'login', '--description', 'x'])
    git(world, 'checkout', '-q', '--detach')
    const refused = await world.sdd(['worktree', 'login', 'on'])
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('git switch')
  })
})
