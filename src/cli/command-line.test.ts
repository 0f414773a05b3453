import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../testkit/worlds/cli-world.ts'
import { commandNames } from './commands.ts'

describe('the command line', () => {
  let world: CliWorld
  beforeAll(() => {
    world = new CliWorld()
  })
  afterAll(() => world.dispose())

  it('tells its version', async () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    const { version } = JSON.parse(text) as { version: string }
    expect(await world.sdd(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('has help for itself and every command', async () => {
    const overview = await world.sdd(['--help'])
    expect(overview.code).toBe(0)
    for (const name of commandNames()) expect(overview.stdout).toContain(`  ${name} `)
    const helps = await Promise.all(commandNames().map((name) => world.sdd([name, '--help'])))
    for (const [index, name] of commandNames().entries()) {
      expect(helps[index]?.code).toBe(0)
      expect(helps[index]?.stdout).toContain(`Usage: sdd ${name}`)
      expect(helps[index]?.stdout).toContain('--project DIR')
    }
    expect((await world.sdd(['help', 'run'])).stdout).toContain('Usage: sdd run FEATURE')
  })

  it('answers what it does not understand with code 2 and a hint', async () => {
    const cases: [string[], string][] = [
      [['rnu', 'login'], 'Did you mean sdd run?'],
      [['run', 'login', '--nogoo', 'impl'], 'Did you mean --nogo?'],
      [['run'], 'FEATURE is missing'],
      [['run', 'a', 'b'], 'Unexpected argument: b'],
      [['run', 'a', '--go'], '--go needs a value'],
      [['run', 'a', '--go', '--nogo'], '--go=--nogo'],
      [['run', 'a', '--json=yes'], '--json takes no value'],
      [['status', '--project', '/nowhere/at/all'], 'There is no folder /nowhere/at/all'],
      [['config', 'del', 'agent'], 'One of: get, set, unset'],
      [['config', 'get', 'agnet'], 'Did you mean agent?'],
      [['--nonsense'], 'no option --nonsense'],
      [['bug'], 'VERB is missing'],
      [['bug', 'rnu', 'crash'], 'Did you mean sdd bug run?'],
      [['bug', 'run'], 'NAME is missing'],
      [['bug', 'run', 'crash', '--nogo', 'impl'], 'impl is not a phase'],
      [['bug', 'new', 'crash', '--quick'], '--quick is for specs'],
      [['bug', 'stop', 'crash'], 'There is no bug crash'],
    ]
    const ends = await Promise.all(cases.map(([args]) => world.sdd(args)))
    for (const [index, [args, words]] of cases.entries())
      expect([args, ends[index]]).toEqual([
        args,
        { code: 2, stdout: '', stderr: expect.stringContaining(words) },
      ])
  })

  it('takes options before the command and ends them at two dashes', async () => {
    const before = await world.sdd(['--json', '--project', world.project, 'run', 'nope'])
    expect(jsonLines(before.stdout)[0]).toMatchObject({ type: 'error', code: 'NOT_FOUND' })
    const after = await world.sdd(['run', '--', '--json'])
    expect(after).toMatchObject({ code: 2, stdout: '' })
    expect(after.stderr).toContain('There is no spec --json')
  })

  it('prints a refusal as one JSON object and the words for people on stderr', async () => {
    const { stdout, stderr } = await world.sdd(['frobnicate', '--json'])
    expect(jsonLines(stdout)).toEqual([
      { type: 'error', code: 'USAGE', message: expect.stringContaining('frobnicate') },
    ])
    expect(stderr).toContain('no command frobnicate')
  })
})
