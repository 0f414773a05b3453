import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errnoOf } from '../../src/host/files/errno.ts'
import { repositoryState } from '../../src/host/git/repository-state.ts'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import { RepositoryWorld } from '../../src/testkit/worlds/repository-world.ts'
import { ScriptedForge } from '../../src/testkit/scripted-forge.ts'

const MAKE_FIFO = 'mkfifo'
/** Three seconds: what is ended here would wait for ever. */
const SHORT = { SDD_GIT_MINUTES: '0.05' }
const RECORD = { type: 'record', subject: 'impl' } as const

let world: GitWorld
beforeEach(() => {
  world = new GitWorld()
})
afterEach(() => world[Symbol.dispose]())

const pids = (): string => join(world.root, 'pids')

/** Every program that is started notes its process. */
function noteProcesses(): void {
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  world.program('git', `echo $$ >> ${pids()}; exec ${git} "$@"`)
}

/** A pipe that the host itself finds lets no git begin. */
function livingPids(): number[] {
  if (!existsSync(pids())) return []
  const noted = readFileSync(pids(), 'utf8').trim().split('\n').map(Number)
  return noted.filter((pid) => {
    try {
      process.kill(pid, 0)
      return true
    } catch (error) {
      if (errnoOf(error) === 'ESRCH') return false
      throw error
    }
  })
}

function pipe(path: string, dir = world.dir): void {
  rmSync(join(dir, path), { recursive: true, force: true })
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  execFileSync(MAKE_FIFO, [join(dir, path)])
}

const PIPES = ['.gitignore', 'src/.gitignore', '.gitattributes', '.git/info/exclude', '.git/index']

describe('a pipe in place of a file', () => {
  it.each(PIPES)('H9 T9 no git waits at it for ever, and it is said: %s', async (name) => {
    noteProcesses()
    world.put('src/app.txt', 'changed\n')
    pipe(name)
    const env = { ...world.env, ...SHORT }
    const act = { type: 'commit-checkout', message: 'x' } as const
    await world.act({ ...RECORD, isBefore: true }, { env })
    expect(await world.act(act, { env })).toMatchObject({
      type: 'finding',
      detail: expect.stringMatching(/pipe|unknown|not known/) as string,
    })
    expect(await repositoryState(world.dir, env)).toBe('unusable')
    expect(livingPids()).toEqual([])
  })

  it('H9 T9 a run in the checkout is told why git did not answer', async () => {
    pipe('src/.gitignore')
    const env = { ...world.env, ...SHORT }
    expect(await world.act(RECORD, { env })).toMatchObject({
      type: 'finding',
      detail: expect.stringMatching(
        /git [\w-]+ in .* had not finished after .*find \. -type p/,
      ) as string,
    })
  })

  it.each(PIPES)('H9 T9 the changes of an item are answered with the reason: %s', async (name) => {
    await using project = new RepositoryWorld()
    project.more = SHORT
    await project.open()
    const item = await project.newSpec('login')
    pipe(name, project.folders.projectDir)
    const reply = await project.host.call('changes', { item })
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'GIT_REFUSED', detail: expect.stringContaining('pipe') as string },
    })
  })
})

describe('a program that never ends', () => {
  it('H9 a filter of the user is ended with the git that waits for it', async () => {
    const pid = join(world.root, 'filter-pid')
    const filter = `[filter "slow"]\n\tclean = "echo $$ > ${pid}; exec sleep 1000"\n`
    world.put('.gitconfig', filter, world.root)
    world.put('.gitattributes', '*.txt filter=slow\n')
    world.put('src/app.txt', 'changed\n')
    const env = { ...world.env, ...SHORT }
    expect(await world.act(RECORD, { env })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining('had not finished') as string,
    })
    expect(existsSync(pid)).toBe(true)
    expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
  })

  it('H9 P7 a server that never answers ends the push, and it is said', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    try {
      const worktree = await world.worktree()
      const forge = new ScriptedForge(world.root)
      const { port } = silent.address() as AddressInfo
      rmSync(join(world.root, '.gitconfig'))
      world.git('remote', 'add', 'origin', `http://127.0.0.1:${port}/me/app.git`)
      const env = { ...world.env, ...forge.env, ...SHORT }
      const act = { type: 'pull-request', title: 'x', body: 'x' } as const
      expect(await world.act(act, { worktree, env })).toMatchObject({
        type: 'finding',
        detail: expect.stringMatching(/git push .*a server that does not answer/) as string,
      })
    } finally {
      silent.close()
    }
  })

  it('H9 P7 a forge whose program never ends is given up, and it is said', async () => {
    const worktree = await world.worktree()
    const forge = new ScriptedForge(world.root)
    world.git('remote', 'add', 'origin', forge.url)
    const pid = join(world.root, 'gh-pid')
    world.program('gh', `echo $$ > ${pid}; sleep 1000 & wait`)
    const env = { ...world.env, ...SHORT }
    const act = { type: 'pull-request', title: 'x', body: 'x' } as const
    expect(await world.act(act, { worktree, env })).toMatchObject({
      type: 'finding',
      detail: expect.stringContaining('gh pr list') as string,
    })
    expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
  })
})
