import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

const CONFIG = '.kiro/sdd-orchestrator.json'
const textOf = ({ project }: CliWorld, path: string): string =>
  readFileSync(join(project, path), 'utf8')

describe('sdd init', () => {
  it('prepares a project, says what it found and what to do next, and trusts nothing', async () => {
    await using world = new CliWorld()
    execFileSync('git', ['init', '-q', world.project])
    world.write(join(world.project, 'package.json'), '{"scripts":{"test":"node --test"}}')
    world.write(join(world.project, 'CLAUDE.md'), 'Be brief.')
    world.write(join(world.project, '.kiro/steering/product.md'), 'Tea.')
    const { code, stdout, stderr } = await world.sdd(['init'])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(textOf(world, CONFIG))).toEqual({ checks: [] })
    expect(textOf(world, '.kiro/.gitignore')).toBe('/runtime/\n/worktrees/\n')
    expect(existsSync(join(world.project, '.kiro', 'specs'))).toBe(true)
    expect(stdout).toMatch(/^git +a repository$/m)
    expect(stdout).toMatch(/^guidance +CLAUDE.md, .kiro\/steering\/product.md$/m)
    expect(stdout).toMatch(/^checks +test$/m)
    for (const next of ['sdd doctor', 'sdd checks suggest --yes', 'sdd new my-feature'])
      expect(stdout).toContain(next)
    expect((await world.sdd(['trust'])).stdout).toContain('nothing to trust')
  })

  it('can be repeated, and changes nothing that exists', async () => {
    await using world = new CliWorld()
    world.write(join(world.project, CONFIG), '{ "language": "ja" }')
    world.write(join(world.project, '.kiro/.gitignore'), 'mine\n')
    await world.spec('login')
    const before = world.tree()
    const { code, stdout } = await world.sdd(['init', '--json'])
    expect(code).toBe(0)
    expect(jsonLines(stdout)).toEqual([
      {
        type: 'result',
        status: 'completed',
        dir: world.project,
        created: [],
        found: { git: false, specs: 1, bugs: 0, guidance: [], suggestedChecks: [] },
      },
    ])
    expect(world.tree()).toEqual(before)
    const words = await world.sdd(['init'])
    expect(words.stdout).toContain('Nothing had to be created')
    expect(words.stdout).toContain('sdd status')
  })

  it('writes nothing through a link', async () => {
    await using world = new CliWorld()
    const outside = join(world.root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(world.project, '.kiro'))
    const linked = await world.sdd(['init'])
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('is a symbolic link')])
    expect(existsSync(join(outside, 'specs'))).toBe(false)
  })
})

describe('sdd list', () => {
  it('lists specs and bugs with their state, and writes nothing', async () => {
    await using world = new CliWorld()
    expect((await world.sdd(['list'])).stdout).toContain('sdd new my-feature')
    await world.spec('login')
    await world.spec('torn')
    writeFileSync(join(world.specDir('torn'), 'spec.json'), '{ broken')
    await world.sdd(['bug', 'new', 'crash', '--description', 'It crashes.'])
    await world.sdd(['run', 'login', '--nogo', 'design'])
    const before = world.tree()
    const { code, stdout } = await world.sdd(['list'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^spec +login +completed \(nogo\) +requirements-generated$/m)
    expect(stdout).toMatch(/^spec +torn +unreadable$/m)
    expect(stdout).toMatch(/^bug +crash +idle +reported$/m)
    const json = jsonLines((await world.sdd(['list', '--json'])).stdout)
    expect(json.map(({ type, kind, name }) => [type, kind, name])).toEqual([
      ['item', 'spec', 'login'],
      ['item', 'spec', 'torn'],
      ['item', 'bug', 'crash'],
    ])
    expect((await world.sdd(['bug', 'list'])).stdout).toMatch(/^bug +crash/)
    expect(world.tree()).toEqual(before)
  })
})

describe('sdd archive and sdd delete', () => {
  it('put a spec away, show it and restore it', async () => {
    await using world = new CliWorld()
    await world.spec('login', { 'research.md': 'kept' })
    const archived = await world.sdd(['archive', 'login'])
    expect([archived.code, archived.stdout]).toEqual([
      0,
      expect.stringContaining('sdd archive --restore login'),
    ])
    expect(existsSync(world.specDir('login'))).toBe(false)
    const listed = jsonLines((await world.sdd(['archive', '--list', '--json'])).stdout)
    expect(listed).toMatchObject([
      { type: 'archived', id: 'login', kind: 'spec', name: 'login', how: 'archived' },
    ])
    expect((await world.sdd(['archive', '--restore', 'login'])).code).toBe(0)
    expect(textOf(world, '.kiro/specs/login/research.md')).toBe('kept')
    const gone = await world.sdd(['archive', '--restore', 'login'])
    expect(gone.code).toBe(2)
  })

  it('a deleted one is restored by its name, the newest first; bugs too', async () => {
    await using world = new CliWorld()
    for (const text of ['first', 'second']) {
      await world.sdd(['bug', 'new', 'crash', '--description', text])
      expect(await world.sdd(['bug', 'delete', 'crash', '--yes'])).toMatchObject({ code: 0 })
    }
    const listed = await world.sdd(['bug', 'archive', '--list'])
    expect(listed.stdout.match(/^bug +crash +deleted .*bug\.crash\.\d{8}T/gm)).toHaveLength(2)
    expect((await world.sdd(['bug', 'archive', '--restore', 'crash'])).code).toBe(0)
    expect(textOf(world, '.kiro/bugs/crash/report.md')).toContain('second')
  })

  it('delete asks, and without a terminal it wants --yes', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const refused = await world.sdd(['delete', 'login'])
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--yes')])
    expect(existsSync(world.specDir('login'))).toBe(true)
    const asked = (answer: string): string =>
      execFileSync('script', ['-qec', 'sdd delete login', '/dev/null'], {
        cwd: world.project,
        env: { ...world.env, TERM: 'xterm' },
        input: `${answer}\n`,
        encoding: 'utf8',
      })
    expect(asked('n')).toContain('Nothing was deleted')
    expect(existsSync(world.specDir('login'))).toBe(true)
    expect(asked('y')).toContain('login is deleted')
    expect(existsSync(world.specDir('login'))).toBe(false)
  })

  it('say what is wrong with what was typed', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    for (const [args, words] of [
      [['archive'], 'Name what to archive'],
      [['archive', 'login', '--list'], 'Use only one of a name, --list and --restore'],
      [['archive', 'lgin'], 'Did you mean login?'],
      [['delete', '../login', '--yes'], '../login'],
    ] as const) {
      const { code, stderr } = await world.sdd([...args])
      expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(words)])
    }
    expect(existsSync(world.specDir('login'))).toBe(true)
  })
})
