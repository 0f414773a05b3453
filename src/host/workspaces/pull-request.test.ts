import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitWorld } from '../../testkit/git-world.ts'
import type { WorktreePlace } from './git-context.ts'

let world: GitWorld
let worktree: WorktreePlace
const URL = 'https://github.com/me/app.git'
const ACT = { type: 'pull-request', title: 'Add login', body: 'Checks:\n- test passed' } as const
const trap = () => join(world.root, 'trap')
const remote = () => join(world.root, 'remote.git')

/** The address is github's; where it really leads is the person's own business. */
function publishTo(url: string): void {
  mkdirSync(remote())
  world.gitIn(remote(), 'init', '-q', '--bare', '-b', 'main')
  world.git('remote', 'add', 'origin', url)
  world.put('.gitconfig', `[url "${remote()}"]\n\tinsteadOf = ${url}\n`, world.root)
}

/** Notes its arguments and input; answers as the real one does. */
const scripted = (name: string, answers: string): void =>
  world.program(
    name,
    `{ echo "$PWD"; for word in "$@"; do echo "[$word]"; done; cat; echo; } >> ${join(world.root, name)}.log\n${answers}`,
  )
const log = (name: string): string => readFileSync(join(world.root, `${name}.log`), 'utf8')

beforeEach(async () => {
  world = new GitWorld()
  worktree = await world.worktree()
  world.put('login.txt', 'login\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
})
afterEach(() => world[Symbol.dispose]())

const GH = `case "$1 $2" in
  "pr list") [ -f ${'$0'}.open ] && echo '[{"number":7,"url":"https://github.com/me/app/pull/7"}]' || echo '[]' ;;
  "pr create") touch ${'$0'}.open; echo https://github.com/me/app/pull/7 ;;
esac`

describe('a pull request', () => {
  it('P7 pushes the branch and opens one with gh, then brings it up to date', async () => {
    publishTo(URL)
    scripted('gh', GH)
    const done = await world.expect('pull-request', ACT, { worktree })
    const tip = world.git('rev-parse', 'feature/login')
    expect(done).toEqual({
      type: 'pull-request',
      url: 'https://github.com/me/app/pull/7',
      commit: tip,
    })
    expect(world.gitIn(remote(), 'rev-parse', 'refs/heads/feature/login')).toBe(tip)
    expect(log('gh')).toContain('[pr]\n[create]\n[--repo=github.com/me/app]\n')
    expect(log('gh')).toContain('[--head=feature/login]\n[--base=main]\n[--title=Add login]\n')
    expect(log('gh')).toContain('Checks:\n- test passed')
    expect(log('gh')).not.toContain(world.dir)
    world.put('login.txt', 'more\n', worktree.path)
    await world.expect('recorded', { type: 'record', subject: 'fix' }, { worktree })
    const next = await world.expect('pull-request', ACT, { worktree })
    expect(next.url).toBe(done.url)
    expect(log('gh')).toContain('[pr]\n[edit]\n[7]\n')
    expect(world.gitIn(remote(), 'rev-parse', 'refs/heads/feature/login')).toBe(next.commit)
  })

  it('P7 with glab where the remote is a gitlab', async () => {
    publishTo('git@gitlab.example.com:team/sub/app.git')
    scripted(
      'glab',
      `case "$1 $2" in "mr list") echo '[]' ;; "mr create") echo https://gitlab.example.com/team/sub/app/-/merge_requests/3 ;; esac`,
    )
    const done = await world.expect('pull-request', ACT, { worktree })
    expect(done.url).toBe('https://gitlab.example.com/team/sub/app/-/merge_requests/3')
    expect(log('glab')).toContain('[--repo=https://gitlab.example.com/team/sub/app]\n')
    expect(log('glab')).toContain('[--source-branch=feature/login]\n[--target-branch=main]\n')
  })

  it('P3 P7 a branch that someone else pushed to is not overwritten', async () => {
    publishTo(URL)
    scripted('gh', GH)
    const other = world.git('commit-tree', 'main^{tree}', '-m', 'of someone else')
    world.git('push', '-q', 'origin', `${other}:refs/heads/feature/login`)
    const found = await world.expect('finding', ACT, { worktree })
    expect(found.detail).toMatch(/could not push feature\/login/)
    expect(world.gitIn(remote(), 'rev-parse', 'refs/heads/feature/login')).toBe(other)
  })

  it('P7 says what is missing: a remote, a known address, the program, its login', async () => {
    const detail = async () => (await world.expect('finding', ACT, { worktree })).detail
    expect(await detail()).toMatch(/git remote add origin/)
    world.git('remote', 'add', 'origin', '/nowhere')
    expect(await detail()).toMatch(/names no repository/)
    world.git('remote', 'remove', 'origin')
    publishTo(URL)
    expect(await detail()).toMatch(/gh was not found: install it/)
    scripted('gh', 'echo "run gh auth login" >&2; exit 4')
    expect(await detail()).toMatch(/gh pr list ended with 4: run gh auth login/)
  })

  it('T4 P7 nothing that the repository names is run: hooks, ssh, helpers, receivers, transports', async () => {
    publishTo(URL)
    scripted('gh', GH)
    const evil = `touch ${trap()}; false`
    for (const [key, value] of [
      ['core.sshCommand', evil],
      ['core.askPass', evil],
      ['credential.helper', `!${evil}`],
      ['credential.https://github.com.helper', `!${evil}`],
      ['remote.origin.receivepack', evil],
      ['core.gitProxy', evil],
      ['core.fsmonitor', evil],
      ['gpg.program', evil],
    ] as const)
      world.git('config', key, value)
    world.put('.git/hooks/pre-push', `#!/bin/sh\n${evil}\n`)
    chmodSync(join(world.dir, '.git/hooks/pre-push'), 0o755)
    world.git('config', 'core.hooksPath', join(world.dir, '.git/hooks'))
    await world.expect('pull-request', ACT, { worktree })
    world.git('config', 'remote.origin.url', `ext::sh -c "${evil}"`)
    await world.act(ACT, { worktree })
    world.git('config', 'remote.origin.url', '--upload-pack=touch')
    await world.act(ACT, { worktree })
    expect(existsSync(trap())).toBe(false)
  })
})
