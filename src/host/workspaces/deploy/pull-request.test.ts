import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GitWorld } from '../../../testkit/worlds/git-world.ts'
import { ScriptedForge } from '../../../testkit/scripted-forge.ts'
import type { WorktreePlace } from '../git-context.ts'

let world: GitWorld
let worktree: WorktreePlace
let gh: ScriptedForge
const ACT = { type: 'pull-request', title: 'Add login', body: 'Checks:\n- test passed' } as const
const trap = () => join(world.root, 'trap')

function publish(kind: 'github' | 'gitlab' = 'github'): ScriptedForge {
  const forge = new ScriptedForge(world.root, kind)
  world.git('remote', 'add', 'origin', forge.url)
  return forge
}

beforeEach(async () => {
  world = new GitWorld()
  worktree = await world.worktree()
  world.put('login.txt', 'login\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
})
afterEach(() => world[Symbol.dispose]())

describe('a pull request', () => {
  it('P7 pushes the branch and opens one with gh, then brings it up to date', async () => {
    gh = publish()
    const done = await world.expect('pull-request', ACT, { worktree })
    const tip = world.git('rev-parse', 'feature/login')
    expect(done).toEqual({ type: 'pull-request', url: gh.address, commit: tip })
    expect(gh.tipOf('feature/login')).toBe(tip)
    expect(gh.log()).toContain('[pr]\n[create]\n[--repo=github.com/me/app]\n')
    expect(gh.log()).toContain('[--head=feature/login]\n[--base=main]\n[--title=Add login]\n')
    expect(gh.log()).toContain('Checks:\n- test passed')
    expect(gh.log()).not.toContain(world.dir)
    world.put('login.txt', 'more\n', worktree.path)
    await world.expect('recorded', { type: 'record', subject: 'fix' }, { worktree })
    const next = await world.expect('pull-request', ACT, { worktree })
    expect(next.url).toBe(done.url)
    expect(gh.log()).toContain('[pr]\n[edit]\n[7]\n')
    expect(gh.tipOf('feature/login')).toBe(next.commit)
  })

  it('P7 with glab where the remote is a gitlab', async () => {
    const glab = publish('gitlab')
    const done = await world.expect('pull-request', ACT, { worktree })
    expect(done.url).toBe(glab.address)
    expect(glab.log()).toContain('[--repo=https://gitlab.example.com/team/sub/app]\n')
    expect(glab.log()).toContain('[--source-branch=feature/login]\n[--target-branch=main]\n')
  })

  it('X5 a password in the address of a remote that is no forge is not said', async () => {
    world.git('remote', 'add', 'origin', 'https://me:s3cret@git.example.com/app')
    const found = await world.expect('finding', ACT, { worktree })
    expect(found.detail).toContain('https://git.example.com/app')
    expect(JSON.stringify(found)).not.toContain('s3cret')
  })

  it('P3 P7 a branch that someone else pushed to is not overwritten', async () => {
    gh = publish()
    const other = world.git('commit-tree', 'main^{tree}', '-m', 'of someone else')
    world.git('push', '-q', 'origin', `${other}:refs/heads/feature/login`)
    const found = await world.expect('finding', ACT, { worktree })
    expect(found.detail).toMatch(/could not push feature\/login/)
    expect(gh.tipOf('feature/login')).toBe(other)
  })

  it('P7 says what is missing: a remote, a known address, the program, its login', async () => {
    const detail = async () => (await world.expect('finding', ACT, { worktree })).detail
    expect(await detail()).toMatch(/git remote add origin/)
    world.git('remote', 'add', 'origin', '/nowhere')
    expect(await detail()).toMatch(/names no repository/)
    world.git('remote', 'remove', 'origin')
    gh = publish()
    rmSync(join(world.root, 'bin', 'gh'))
    expect(await detail()).toMatch(/gh was not found: install it/)
    gh.fails('run gh auth login')
    expect(await detail()).toMatch(/gh pr list ended with 4: run gh auth login/)
  })

  it('T4 P7 nothing that the repository names is run: hooks, ssh, helpers, receivers, transports', async () => {
    publish()
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

  it.each([
    ['one more address to push to', () => ['remote.origin.pushurl', hooked()]],
    ['a remote with that address as its name', () => [`remote.${gh.url}.pushurl`, hooked()]],
    ['another place for that address', () => [`url.${hooked()}.insteadOf`, gh.url]],
    ['another place for pushes to it', () => [`url.${hooked()}.pushInsteadOf`, gh.url]],
    ['another place for all pushes', () => [`url.${hooked()}.pushInsteadOf`, '']],
  ] as const)(
    'T4 P7 the repository cannot lead a push to a folder, whose hooks would run: %s',
    async (_name, setting) => {
      gh = publish()
      // The user's own rule is the less exact one.
      const rule = `[url "${gh.remote.slice(0, -'.git'.length)}"]\n\tinsteadOf = https://github.com/me/app\n`
      world.put('.gitconfig', rule, world.root)
      const [key = '', value = ''] = setting()
      world.git('config', key, value)
      if (key === 'remote.origin.pushurl') world.git('config', '--add', key, gh.url)
      const { commit } = await world.expect('pull-request', ACT, { worktree })
      expect(gh.tipOf('feature/login')).toBe(commit)
      expect(existsSync(trap())).toBe(false)
    },
  )

  it('T4 P7 a folder is no address of a forge, however it is written', async () => {
    publish()
    world.git('config', 'remote.origin.url', `file://localhost${hooked()}`)
    const found = await world.expect('finding', ACT, { worktree })
    expect(found.detail).toMatch(/names no repository of a known kind/)
    expect(existsSync(trap())).toBe(false)
  })
})

/** A bare repository that the attacker prepared. */
function hooked(): string {
  const folder = join(world.root, 'hooked')
  world.git('init', '-q', '--bare', folder)
  for (const name of ['pre-receive', 'update', 'post-receive'])
    world.program(`../hooked/hooks/${name}`, `touch ${trap()}`)
  return folder
}
