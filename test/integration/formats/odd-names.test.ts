import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../src/testkit/worlds/cli-world.ts'

const NAMES = ['My Spec', 'v1.2', 'Auth_Flow', '検索', 'area/login', '-rf', 'a b;c']

/** Names that are also run; the others differ only in spelling. */
const RUN = ['My Spec', 'area/login', '-rf']

const REQUIREMENTS = `# Requirements

## Introduction

People can sign in.

### Requirement 1: Sign in

#### Acceptance Criteria

1. When a person signs in, the service shall show the board.
`

function git(world: CliWorld, ...args: string[]): string {
  const env = { ...process.env, ...world.env, ...IDENTITY }
  return execFileSync('git', args, { cwd: world.project, env, encoding: 'utf8' })
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

/** Folders as Kiro makes them: documents without a record. */
function withFolders(world: CliWorld): void {
  for (const name of NAMES) world.write(join(world.specDir(name), 'requirements.md'), REQUIREMENTS)
  git(world, 'init', '-q')
  git(world, 'add', '-A')
  git(world, 'commit', '-q', '-m', 'Specs')
}

const names = async (world: CliWorld, ...args: string[]): Promise<unknown[]> =>
  jsonLines((await world.sdd([...args, '--json'])).stdout)
    .filter(({ type }) => type === 'status' || type === 'item')
    .map(({ feature, name }) => feature ?? name)

/** Seven processes run one after another, perhaps on a busy machine. */
const PATIENCE = { timeout: 300_000 }

describe('specs with names that no new one may have', () => {
  let world: CliWorld
  beforeAll(() => {
    world = new CliWorld()
    world.configure({ agent: 'simulated', simulated: { fast: true }, worktree: true })
    withFolders(world)
  })
  afterAll(() => world.dispose())

  it('are all shown, with where they stand, and nothing is written', PATIENCE, async () => {
    mkdirSync(join(world.specDir('nothing in it')))
    const before = world.tree()
    expect(new Set(await names(world, 'status'))).toEqual(new Set(NAMES))
    expect(new Set(await names(world, 'list'))).toEqual(new Set(NAMES))
    const { stdout } = await world.sdd(['status'])
    for (const name of NAMES)
      expect(stdout).toMatch(new RegExp(`^${name} +idle +requirements-`, 'm'))
    expect(stdout).toContain('.kiro/specs/nothing in it: empty')
    expect((await world.sdd(['doctor'])).code).not.toBe(2)
    expect(world.tree()).toEqual(before)
    expect(git(world, 'status', '--porcelain')).toBe('')
  })

  it.each(RUN)('%s runs to its end in a worktree of its own', PATIENCE, async (name) => {
    const ended = await world.sdd(['run', '--', name])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const spec = JSON.parse(readFileSync(join(world.specDir(name), 'spec.json'), 'utf8')) as object
    expect(spec).toMatchObject({ phase: 'inspection-complete' })
    const [status] = jsonLines((await world.sdd(['status', '--json', '--', name])).stdout)
    const { workspace } = status as { workspace: { kind: string; path: string; branch: string } }
    expect(workspace.kind).toBe('worktree')
    expect(workspace.branch).toMatch(/^feature\/[a-z0-9-]+_[0-9a-f]{12}$/)
    expect(workspace.path).toMatch(/\/\.kiro\/worktrees\/specs\/[a-z0-9-]+_[0-9a-f]{12}$/)
    expect(existsSync(join(workspace.path, '.kiro', 'specs', name, 'tasks.md'))).toBe(true)
    expect(
      git(world, 'log', '-1', '--format=%(trailers:key=Sdd-Item,valueonly)', workspace.branch),
    ).toContain(`spec ${encodeURIComponent(name)}`)
  })

  it('no two of them share a branch, a worktree or a marker', () => {
    const branches = git(world, 'branch', '--list', 'feature/*').trim().split('\n')
    expect(new Set(branches.map((line) => line.toLowerCase())).size).toBe(RUN.length)
    expect(readdirSync(join(world.project, '.kiro', 'worktrees', 'specs'))).toHaveLength(RUN.length)
  })

  it('are archived and restored under the same name', PATIENCE, async () => {
    for (const name of NAMES) {
      expect(await world.sdd(['archive', '--', name])).toMatchObject({ code: 0 })
      expect(existsSync(world.specDir(name))).toBe(false)
    }
    const archived = jsonLines((await world.sdd(['archive', '--list', '--json'])).stdout)
    expect(new Set(archived.map(({ name }) => name))).toEqual(new Set(NAMES))
    for (const { id } of archived)
      expect(await world.sdd(['archive', `--restore=${String(id)}`])).toMatchObject({ code: 0 })
    for (const name of NAMES)
      expect(existsSync(join(world.specDir(name), 'requirements.md'))).toBe(true)
  })
})

describe('a run of such a spec', () => {
  it.each(['検索', 'a b;c'])('%s is stopped and resumed', PATIENCE, async (name) => {
    await using world = new CliWorld({ hold: 'gate' })
    withFolders(world)
    const running = world.start(['run', '--', name])
    await running.prints('Agent claude started')
    expect(await world.sdd(['stop', '--', name])).toMatchObject({ code: 0, stderr: '' })
    expect((await running.ended).code).toBe(3)
    world.mock.release('gate')
    expect(await world.sdd(['permit', '--nogo', 'impl', '--', name])).toMatchObject({ code: 0 })
    expect(await world.sdd(['resume', '--', name])).toMatchObject({ code: 0 })
    expect(world.journal(name).at(-1)).toMatchObject({ type: 'run.completed' })
  })

  it(
    'is found by the last part of its name, and a name that several have is asked about',
    PATIENCE,
    async () => {
      await using world = new CliWorld()
      withFolders(world)
      const [status] = jsonLines((await world.sdd(['status', 'login', '--json'])).stdout)
      expect(status).toMatchObject({ feature: 'area/login' })
      world.write(join(world.specDir('archive/login'), 'requirements.md'), REQUIREMENTS)
      const { code, stderr } = await world.sdd(['run', 'login'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('archive/login, area/login')])
      expect((await world.sdd(['status', './-rf'])).code).toBe(0)
    },
  )

  it('is counted by its folder where it is archived, unless all are wanted', PATIENCE, async () => {
    await using world = new CliWorld()
    for (const name of ['archive/old', 'archive/older', '_completed/done', 'area/login'])
      world.write(join(world.specDir(name), 'requirements.md'), REQUIREMENTS)
    for (const command of ['status', 'list']) {
      const { stdout } = await world.sdd([command])
      expect(stdout).toContain('area/login')
      expect(stdout).not.toContain('archive/old ')
      expect(stdout).toContain('archive/: 2 archived specs')
      expect(stdout).toContain('_completed/: 1 archived spec,')
      expect((await world.sdd([command, '--all'])).stdout).toContain('archive/old ')
      expect(await names(world, command)).toContain('archive/old')
    }
  })
})
