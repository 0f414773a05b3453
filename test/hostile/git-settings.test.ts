import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configText, readConfigText, type ConfigEntry } from '../../src/host/git/config-text.ts'
import { findPlace, foreignFolderOf } from '../../src/host/git/git-place.ts'
import { keptSettings } from '../../src/host/git/kept-settings.ts'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import { ScriptedForge } from '../../src/testkit/scripted-forge.ts'
import { SETTINGS } from './git-settings.ts'
import { Planted } from './planted.ts'

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const inConfig = (text: string): void => appendFileSync(join(world.dir, '.git/config'), text)
const MAKE_FIFO = 'mkfifo'
const trap = (): string => join(world.root, 'trap')
const RECORD = { type: 'record', subject: 'impl' } as const

describe('the configuration that git gets in place of the one in the repository', () => {
  /** They change what git shows and stores, but git neither runs nor follows them. */
  const AS_DATA = /^(core\.(attributes|excludes)File|remote\.<name>\.(url|promisor))$/
  const nameOf = ({ section, sub, key }: ConfigEntry): string =>
    `${section}.${sub ?? ''}.${key}`.toLowerCase()
  let outside: GitWorld
  let planted: Planted
  let kept: Set<string>
  beforeAll(async () => {
    outside = new GitWorld()
    planted = await Planted.at(outside.root)
    const entries = readConfigText(planted.text())
    const own = keptSettings({ entries, dir: outside.dir, env: outside.env }, false)
    kept = new Set(readConfigText(own).map(nameOf))
  })
  afterAll(async () => {
    await planted[Symbol.asyncDispose]()
    outside[Symbol.dispose]()
  })

  it.each(SETTINGS.map(([name]) => name).filter((name) => !AS_DATA.test(name)))(
    'T9 has no %s',
    (name) => {
      const names = planted.entries(name).map(nameOf)
      expect(names).not.toEqual([])
      expect(names.filter((one) => kept.has(one))).toEqual([])
    },
  )

  it('T9 has nothing that it does not know, such as the settings of a later git', () => {
    const text =
      '[later "x"]\n\tcommand = evil\n[core]\n\tlaterCommand = evil\n\tautocrlf = input\n'
    const own = keptSettings({ entries: readConfigText(text), dir: '/', env: {} }, false)
    expect(readConfigText(own).map(nameOf)).toEqual([
      'core..autocrlf',
      'core..bare',
      'core..repositoryformatversion',
    ])
  })
})

describe('the planted settings', () => {
  /** With a command that makes git use them. */
  const REAL: [string, ...string[]][] = [
    ['core.fsmonitor', 'status'],
    ['core.hooksPath', 'commit', '--allow-empty', '-m', 'x'],
    ['core.editor', 'commit', '--allow-empty'],
    ['core.sshCommand', 'ls-remote', 'ssh://127.0.0.1/x'],
    ['sequence.editor', 'rebase', '-i', '--autostash', 'HEAD~1'],
    ['gpg.program', 'commit', '--allow-empty', '-S', '-m', 'x'],
    ['filter.<driver>.clean', 'add', '--all'],
    ['filter.<driver>.process', 'add', '--all'],
    ['filter.<driver>.smudge', 'checkout', '-f', 'HEAD~1', '--', 'src/app.txt'],
    ['diff.external', 'diff', 'HEAD'],
    ['diff.<driver>.command', 'diff', 'HEAD'],
    ['diff.<driver>.textconv', 'diff', 'HEAD'],
    ['merge.<driver>.driver', 'merge', 'other'],
    ['alias.<name>', 'evil'],
    ['tar.<format>.command', 'archive', '--format=evil', 'HEAD'],
    ['format.outputDirectory', 'format-patch', '-1'],
    ['remote.<name>.url', 'ls-remote', 'evil'],
    ['http.proxy', 'ls-remote', 'http://127.0.0.1:1/x'],
    ['url.<base>.insteadOf', 'ls-remote', 'https://github.com/me/app'],
  ]

  it('T9 are real: git by itself runs and contacts what they name', async () => {
    world.put('.gitattributes', '* filter=evil diff=evil merge=evil\n')
    world.commit('attributes')
    world.put('src/app.txt', 'main\n')
    world.commit('main')
    branchThatConflicts()
    const main = world.git('rev-parse', 'main')
    const config = world.read('.git/config')
    const unused: string[] = []
    for (const [index, [name, ...command]] of REAL.entries()) {
      world.git('checkout', '-q', '-f', '-B', 'main', main)
      world.put('src/app.txt', `${name}\n`)
      await using planted = await Planted.at(join(world.root, 'planted', String(index)))
      world.put('.git/config', `${config}${configText(planted.entries(name))}`)
      const before = planted.traces()
      await asUser(command)
      if (planted.traces().length === before.length) unused.push(name)
      world.put('.git/config', config)
    }
    expect(unused).toEqual([])
  })

  function branchThatConflicts(): void {
    world.git('checkout', '-qf', '-B', 'other', 'main~1')
    world.put('src/app.txt', 'other\n')
    world.commit('other')
    world.git('checkout', '-q', 'main')
  }

  /** Whether git succeeds does not matter. */
  const asUser = (command: string[]): Promise<void> =>
    new Promise((resolve) => {
      const options = { cwd: world.dir, env: { ...world.env, GIT_TERMINAL_PROMPT: '0' } }
      const child = execFile('git', [...WHO, ...command], options, () => resolve())
      child.stdin?.end()
    })
})

const WHO = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']

describe('what leads git to another repository or another server', () => {
  it('T9 the files are not taken from elsewhere by core.worktree: it is refused', async () => {
    const theirs = join(world.root, 'theirs')
    mkdirSync(theirs)
    inConfig(`[core]\n\tworktree = ${theirs}\n`)
    expect(await world.act({ type: 'make-workspace' })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining(theirs) as string,
    })
    expect(await world.act({ type: 'commit-checkout', message: 'x' })).toMatchObject({
      type: 'finding',
    })
  })

  it.each([
    ['refStorage', 'reftable:///tmp/elsewhere'],
    ['refStorage', 'postgres://127.0.0.1:5432?database=refs'],
    ['futureStorage', 'anything'],
  ])('T9 an extension that could store elsewhere is refused: %s=%s', async (key, value) => {
    inConfig(`[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\t${key} = "${value}"\n`)
    expect(await world.act({ type: 'make-workspace' })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining(`${key.toLowerCase()}=${value}`) as string,
    })
  })

  it('T9 missing objects of a partial clone are fetched from nowhere by an act', async () => {
    const blob = world.git('rev-parse', 'HEAD:other.txt')
    rmSync(join(world.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    inConfig(`[core]
	repositoryFormatVersion = 1
[extensions]
	partialClone = origin
[remote "origin"]
	url = ext::sh -c "touch ${trap()}"
	promisor = true
	uploadpack = touch ${trap()}
[protocol]
	allow = always
`)
    const made = await world.act({ type: 'make-workspace' })
    expect(made).toMatchObject({ type: 'finding' })
    await world.act(RECORD)
    expect(existsSync(trap())).toBe(false)
  })

  it('T9 an include is not even opened: a pipe in its place holds nobody up', async () => {
    execFileSync(MAKE_FIFO, [join(world.root, 'pipe')])
    inConfig(`[include]\n\tpath = ${join(world.root, 'pipe')}\n`)
    await world.worktree()
    await world.expect('recorded', RECORD)
  })

  it('T9 programs are not looked for in the repository, even if the PATH of the user says so', async () => {
    for (const name of ['ssh', 'sh', 'git-remote-ssh', 'git'])
      writeFileSync(join(world.dir, name), `#!/bin/sh\ntouch ${trap()}\n`, { mode: 0o755 })
    const env = { ...world.env, PATH: `.::bin:${world.env['PATH']}` }
    const worktree = await world.worktree({ env })
    new ScriptedForge(world.root)
    world.put('.gitconfig', '', world.root)
    world.git('remote', 'add', 'origin', 'ssh://git@127.0.0.1:1/me/app.git')
    const act = { type: 'pull-request', title: 'x', body: 'x' } as const
    await world.expect('finding', act, { worktree, env })
    expect(existsSync(trap())).toBe(false)
  })

  it('T9 a repository that belongs to another user is not worked in, unless the user allows it', () => {
    const place = findPlace(world.dir)
    if ('problem' in place) throw new Error(place.problem)
    const { uid } = statSync(world.dir)
    const other = { users: [uid + 1], safe: [] as string[] }
    expect(foreignFolderOf(place, { users: [uid], safe: [] })).toBe(null)
    expect(foreignFolderOf(place, other)).toBe(world.dir)
    for (const rule of ['*', world.dir, `${world.root}/*`])
      expect(foreignFolderOf(place, { ...other, safe: [rule] })).toBe(null)
    for (const rules of [[join(world.root, 'x')], ['*', '']])
      expect(foreignFolderOf(place, { ...other, safe: rules })).toBe(world.dir)
  })
})
