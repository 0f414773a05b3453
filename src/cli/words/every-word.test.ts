import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedFor } from '../../core/words/config-words.ts'
import { SETTING_KEYS } from '../../core/settings/setting-table.ts'
import { BadConfig } from '../../host/config/load-config.ts'
import { setPersonal } from '../../host/config/personal-config.ts'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

/** The wording of zod. */
const LIBRARY_WORDS = /Invalid (input|option|key)|expected|Too (small|big)|>=|<=|unrecognized/i

describe('a wrong word', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = new CliWorld()
    await world.spec('login')
    await world.spec('checkout-form')
  })
  afterAll(() => world.dispose())

  it('E5 gets the one that was probably meant', async () => {
    const cases: [string[], string][] = [
      [['stauts'], 'Did you mean sdd status?'],
      [['run', 'logn'], 'Did you mean login?'],
      [['status', 'checkout-from'], 'Did you mean checkout-form?'],
      [['phase', 'login', 'desing'], 'Did you mean design?'],
      [['approve', 'login', 'requirement'], 'Did you mean requirements?'],
      [['retry', 'login', '--from', 'inspecton'], 'Did you mean inspection?'],
      [['permit', 'login', '--nogo', 'implement'], 'Did you mean impl?'],
      [['run', 'login', '--agent', 'cladue'], 'Did you mean claude?'],
      [['run', 'login', '--agnet', 'claude'], 'Did you mean --agent?'],
      [['config', 'get', 'concurency'], 'Did you mean concurrency?'],
      [['config', 'unste', 'agent'], 'Did you mean unset?'],
      [['answer', 'login', 'alow'], 'Did you mean allow?'],
    ]
    const ends = await Promise.all(cases.map(([args]) => world.sdd(args)))
    for (const [index, [args, words]] of cases.entries())
      expect([args, ends[index]?.code, ends[index]?.stderr]).toEqual([
        args,
        2,
        expect.stringContaining(words),
      ])
  })

  it('E5 is not guessed at when nothing is near', async () => {
    const { stderr } = await world.sdd(['run', 'payment'])
    expect(stderr).not.toContain('Did you mean')
  })

  it.each(['approve', 'reject'])(
    'E5 %s says that impl is a phase without approval',
    async (verb) => {
      const args = [verb, 'login', 'impl', ...(verb === 'reject' ? ['--reason', 'no'] : [])]
      const { code, stderr } = await world.sdd(args)
      const act = verb === 'approve' ? 'approved' : 'rejected'
      expect([code, stderr]).toEqual([2, expect.stringContaining(`impl cannot be ${act}`)])
      expect(stderr).toContain('These can: requirements, design, tasks, document-review')
      expect(stderr).not.toContain('is not a phase')
    },
  )

  it('E5 for an unknown key of the configuration is answered in a short line', async () => {
    const { code, stderr } = await world.sdd(['config', 'set', 'zzz', '1'])
    expect(code).toBe(2)
    expect(stderr).toContain('zzz is not a configuration key')
    expect(stderr.length).toBeLessThan(200)
  })
})

describe('a refused value', () => {
  it('E5 says what is allowed, in words of ours', async () => {
    await using world = new CliWorld()
    const { code, stderr } = await world.sdd(['config', 'set', 'concurrency', '0'])
    expect(code).toBe(2)
    expect(stderr).toContain('concurrency: a whole number from 1 to 1000')
    expect(stderr).not.toMatch(LIBRARY_WORDS)
  })

  it('E5 has such words for every key, and no library speaks to the user', async () => {
    await using world = new CliWorld()
    const keys = [...SETTING_KEYS, 'acp.mine', 'acp.mine.command', 'models.acp:mine']
    for (const key of keys)
      for (const wrong of [{ nonsense: { deeper: [null] } }, [{}], -1.5, '\u0000']) {
        const refused = await setPersonal(world.env, key, [wrong]).catch((error: unknown) => error)
        if (!(refused instanceof BadConfig)) continue
        expect(refused.allowed).toBe(allowedFor(refused.key.split('.')))
        expect(refused.allowed).not.toMatch(LIBRARY_WORDS)
      }
    for (const key of keys)
      await expect(setPersonal(world.env, key, [{ nonsense: [null] }])).rejects.toThrow(BadConfig)
  })

  it('E5 in a file is named with its key', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    world.configure({ timeoutMinutes: { impl: 'long' } })
    const { stderr } = await world.sdd(['run', 'login'])
    expect(stderr).toContain('timeoutMinutes.impl has an invalid value')
    expect(stderr).toContain('a number of minutes above 0')
    world.configure({ fallback: ['claude', 'gpt'] })
    expect((await world.sdd(['run', 'login'])).stderr).toContain('a list of agents')
  })
})

describe('small things', () => {
  it('E5 config unset takes a key out, and says when it was not there', async () => {
    await using world = new CliWorld()
    world.configure({ agent: 'codex', concurrency: 3, future: 1 })
    const first = await world.sdd(['config', 'unset', 'concurrency'])
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('is not set in')])
    const file = join(world.configHome, 'sdd-orchestrator', 'config.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ agent: 'codex', future: 1 })
    const second = await world.sdd(['config', 'unset', 'concurrency'])
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('was not set in')])
    expect((await world.sdd(['config', 'unset'])).code).toBe(2)
    expect((await world.sdd(['config', 'unset', 'agent', 'x'])).code).toBe(2)
  })

  it('E5 tells its version whichever way it is asked, and says so in its help', async () => {
    await using world = new CliWorld()
    const ways = [['--version'], ['-v'], ['-V'], ['version']]
    const ends = await Promise.all(ways.map((args) => world.sdd(args)))
    for (const end of ends) expect(end).toEqual({ ...ends[0], code: 0 })
    expect(ends[0]?.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect((await world.sdd(['--help'])).stdout).toContain('--version')
    expect((await world.sdd(['run', 'x', '-v'])).code).toBe(2)
  })

  it('E5 lists spec-2 before spec-10', async () => {
    await using world = new CliWorld()
    for (const name of ['spec-10', 'spec-2', 'spec-1']) await world.spec(name)
    const lines = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(lines.map(({ feature }) => feature)).toEqual(['spec-1', 'spec-2', 'spec-10'])
  })

  it('E5 writes a price the same way everywhere', async () => {
    await using world = new CliWorld({ costUsd: 0.0123 })
    await world.spec('login')
    const run = await world.sdd(['run', 'login', '--nogo', 'design'])
    const texts = await Promise.all(
      [['status', 'login'], ['agents'], ['budget', 'login']].map((args) => world.sdd(args)),
    )
    for (const { stdout } of [run, ...texts]) expect(stdout).toContain('$0.012')
    for (const { stdout } of [run, ...texts]) expect(stdout).not.toMatch(/\$0\.01(\D|$)|\$0\.0123/)
  })
})

describe('the end of a run', () => {
  it('E4 reads like success, says where the code is and what comes next', async () => {
    await using world = new CliWorld()
    execFileSync('git', ['init', '-q', world.project])
    await world.spec('login')
    const { code, stdout } = await world.sdd(['run', 'login'])
    expect(code).toBe(0)
    expect(stdout).toContain('login: Done. Stopped before Deploy, as set.')
    expect(stdout).not.toMatch(/NOGO|fail|error/i)
    expect(stdout).toContain(`The code is in ${world.project}`)
    expect(stdout).toContain(`git -C ${world.project} status`)
    expect(stdout).toContain('sdd open')
    const status = await world.sdd(['status', 'login'])
    expect(status.stdout).toContain('Done. Stopped before Deploy, as set.')
    expect(status.stdout).toContain(`The code is in ${world.project}`)
  })

  it('E4 before the code it names the documents and how to continue', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const { stdout } = await world.sdd(['run', 'login', '--nogo', 'design'])
    expect(stdout).toContain('login: Done. Stopped before Design, as set.')
    expect(stdout).toContain(`The documents are in ${world.specDir('login')}`)
    expect(stdout).toContain('Continue: sdd run login --go design')
    expect(stdout).not.toContain('The code is in')
  })

  it('E4 of one phase manually claims no more than that', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const { stdout } = await world.sdd(['phase', 'login', 'requirements'])
    expect(stdout).toContain('Done. Requirements has run.')
    expect(stdout).toContain('sdd approve login requirements')
    expect(stdout).not.toContain('Every phase')
  })
})
