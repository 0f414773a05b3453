import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProject } from '../host/project/find-project.ts'
import { until } from '../testkit/worlds/agent-world.ts'
import { CliWorld, type Ended } from '../testkit/worlds/cli-world.ts'

const NO_AGENT = ['--nogo', 'requirements']

function folder(...parts: string[]): string {
  const path = join(...parts)
  mkdirSync(path, { recursive: true })
  return path
}

function repository(...parts: string[]): string {
  const path = folder(...parts)
  execFileSync('git', ['init', '-q', path])
  return path
}

/** The home folder of a Kiro user, with `~/.kiro`. */
function kiroUser(world: CliWorld): string {
  const home = folder(world.root, 'home')
  folder(home, '.kiro', 'settings')
  return home
}

const specsIn = (project: string): string[] =>
  existsSync(join(project, '.kiro', 'specs')) ? readdirSync(join(project, '.kiro', 'specs')) : []

describe('which project', () => {
  it.each([
    ['a repository', repository],
    ['a plain folder', folder],
  ])('T6 new and run in %s below a home with ~/.kiro stay there', async (_, make) => {
    await using world = new CliWorld()
    const home = kiroUser(world)
    const shop = make(home, 'code', 'shop')
    const made = await world.sdd(['new', 'cart', '--description', 'A cart.'], { cwd: shop })
    expect(made).toMatchObject({ code: 0 })
    expect(made.stdout).toContain(`Created ${join(shop, '.kiro', 'specs', 'cart')}`)
    const run = await world.sdd(['run', 'cart', ...NO_AGENT], { cwd: shop })
    expect(run.code).toBe(0)
    expect(specsIn(shop)).toEqual(['cart'])
    expect(specsIn(home)).toEqual([])
  })

  it('T6 the home folder is one only when it is named', async () => {
    await using world = new CliWorld()
    const home = kiroUser(world)
    const made = ['new', 'cart', '--description', 'A cart.']
    const refused = await world.sdd(made, { cwd: home })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`${home} is your home folder`),
    ])
    expect(refused.stderr).toContain(`--project ${home}`)
    expect(specsIn(home)).toEqual([])
    const quiet = await Promise.all([
      world.sdd(['doctor'], { cwd: home }),
      world.sdd(['config'], { cwd: home }),
    ])
    expect(quiet.map(({ code }) => code)).toEqual([0, 0])
    expect(quiet[0]?.stdout).toContain(`${home} is your home folder`)
    expect((await world.sdd([...made, '--project', home], { cwd: home })).code).toBe(0)
    expect(specsIn(home)).toEqual(['cart'])
  })

  it('T6 a folder that every user can write is none, and nothing above it counts', async () => {
    await using world = new CliWorld()
    const shared = repository(world.root, 'shared')
    folder(shared, '.kiro', 'specs')
    const mine = folder(shared, 'mine')
    chmodSync(shared, 0o1777)
    const made = ['new', 'cart', '--description', 'A cart.']
    const refused = await world.sdd(made, { cwd: shared })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`${shared} is writable by every user`),
    ])
    expect((await world.sdd(made, { cwd: mine })).stdout).toContain(join(mine, '.kiro'))
    expect([specsIn(shared), specsIn(mine)]).toEqual([[], ['cart']])
  })

  it('T6 a folder of another user is none', async () => {
    await using world = new CliWorld()
    const dir = repository(world.root, 'theirs')
    const uid = (process.getuid?.() ?? 0) + 1
    const person = { home: join(world.root, 'home'), uid }
    expect(findProject(dir, person)).toEqual({ ok: false, error: { dir, why: 'foreign' } })
  })

  it('T6 it is the nearest .kiro within the git root, else the git root, else this folder', async () => {
    await using world = new CliWorld()
    const home = kiroUser(world)
    folder(home, 'code', '.kiro')
    const shop = repository(home, 'code', 'shop')
    const deep = folder(shop, 'packages', 'api', 'src')
    const person = { home, uid: process.getuid?.() ?? null }
    const found = (from: string): unknown => findProject(from, person)
    expect(found(deep)).toEqual({ ok: true, value: shop })
    folder(shop, 'packages', 'api', '.kiro')
    expect(found(deep)).toEqual({ ok: true, value: join(shop, 'packages', 'api') })
    expect(found(folder(home, 'code', 'notes'))).toEqual({ ok: true, value: join(home, 'code') })
    const outside = folder(world.root, 'outside', 'inner')
    folder(world.root, 'outside', '.kiro')
    expect(found(outside)).toEqual({ ok: true, value: outside })
    const worktree = folder(shop, '.kiro', 'worktrees', 'specs', 'cart')
    expect(found(worktree)).toEqual({ ok: true, value: shop })
  })

  it('T6 a named folder is taken as it is named', async () => {
    await using world = new CliWorld()
    const shop = repository(world.root, 'shop')
    folder(shop, '.kiro')
    const inner = folder(shop, 'inner')
    const made = await world.sdd(['new', 'cart', '--description', 'A cart.', '--project', inner])
    expect(made.stdout).toContain(join(inner, '.kiro', 'specs', 'cart'))
    const opened = world.start(['serve', inner, '--json'])
    await until(() => opened.stdout.includes('\n'))
    expect(JSON.parse(opened.stdout.split('\n')[0] ?? '')).toMatchObject({ dir: inner })
  })

  it('E3 a folder without git, a missing git and a dirty tree are mentioned first', async () => {
    await using world = new CliWorld()
    const made = await world.sdd(['new', 'cart', '--description', 'A cart.'])
    const remedy = `git init ${world.project}`
    const missing = `${world.project} is not a git repository`
    expect(made.stdout).toContain(missing)
    expect(made.stdout).toContain(remedy)
    const run = (): Promise<Ended> => world.sdd(['run', 'cart', ...NO_AGENT])
    expect((await run()).stdout.indexOf(missing)).toBe('Note: '.length)
    const doctor = await world.sdd(['doctor'])
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining(remedy)])

    const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: world.project })
    git('init', '-q')
    expect((await run()).stdout).toContain('has no commit yet')
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@localhost']
    git(...author, 'commit', '-q', '--allow-empty', '-m', 'Start')
    expect((await run()).stdout).not.toContain('Note:')
    writeFileSync(join(world.project, 'mine.txt'), 'mine')
    const dirty = await run()
    expect([dirty.code, dirty.stdout]).toEqual([
      0,
      expect.stringContaining(`Note: ${world.project} has uncommitted changes`),
    ])

    const node = folder(world.root, 'only-node')
    symlinkSync(process.execPath, join(node, 'node'))
    const bare = await world.sdd(['run', 'cart', ...NO_AGENT], { env: { PATH: node } })
    expect([bare.code, bare.stdout]).toEqual([0, expect.stringContaining('Install git')])
  })

  it('E3 a file in the place of .kiro is refused by name', async () => {
    await using world = new CliWorld()
    writeFileSync(join(world.project, '.kiro'), 'mine')
    const commands = [['new', 'cart', '--description', 'A cart.'], ['status'], ['run', 'cart']]
    for (const args of [...commands, ['serve', world.project]]) {
      const { code, stderr } = await world.sdd(args)
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining('it is a file')])
      expect(stderr).toContain(join(world.project, '.kiro'))
      expect(stderr).not.toContain('ENOTDIR')
    }
  })
})
