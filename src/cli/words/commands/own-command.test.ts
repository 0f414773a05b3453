import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { CliWorld, type Ended } from '../../../testkit/worlds/cli-world.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PROGRAM = join(ROOT, 'dist', 'cli', 'main.js')

/** The environment of a user in a clone: Node and git, but no `sdd`. */
const bare = { PATH: process.env['PATH'] ?? '' }

/** The command lines in the output, as one would copy them. */
const printedIn = ({ stdout, stderr }: Ended): string[] =>
  [...`${stdout}\n${stderr}`.matchAll(/(?:node|sdd) \/?[^\n]*/g)].map(([line]) =>
    line.replace(/\.$/, ''),
  )

describe('the command lines that are printed', () => {
  it('E2 begin with what works where no sdd is on the PATH', async () => {
    await using world = new CliWorld()
    const made = await world.sdd(['new', 'cart', '--description', 'A cart.'], { env: bare })
    const [line = ''] = printedIn(made)
    expect(line).toBe(`node ${PROGRAM} run cart`)
    const typed = `${line} --nogo requirements`
    const ran = spawnSync('sh', ['-c', typed], {
      cwd: world.project,
      env: { ...world.env, ...bare },
      encoding: 'utf8',
    })
    expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('cart')])
  })

  it('E2 name sdd where that leads to this program, and not where it is another', async () => {
    await using world = new CliWorld()
    await world.spec('cart')
    const known = await world.sdd(['status', 'cart'])
    expect(known.stdout).toContain('Run it: sdd run cart')
    const other = join(world.root, 'other-bin')
    world.write(join(other, 'sdd'), '#!/bin/sh\n')
    execFileSync('chmod', ['+x', join(other, 'sdd')])
    const env = { PATH: `${other}:${bare.PATH}` }
    const foreign = await world.sdd(['status', 'cart'], { env })
    expect(foreign.stdout).toContain(`Run it: node ${PROGRAM} run cart`)
  })

  it('E2 leave out what only npm has on its PATH', async () => {
    await using world = new CliWorld()
    await world.spec('cart')
    const inNpm = join(world.root, 'node_modules', '.bin')
    world.write(join(inNpm, 'keep'), '')
    execFileSync('ln', ['-s', PROGRAM, join(inNpm, 'sdd')])
    const env = { PATH: `${inNpm}:${bare.PATH}`, npm_execpath: '/usr/lib/npm-cli.js' }
    const { stdout } = await world.sdd(['status', 'cart'], { env })
    expect(stdout).toContain(`Run it: node ${PROGRAM} run cart`)
  })

  it('E2 in help, hints and the nohup line work as printed too', async () => {
    await using world = new CliWorld()
    const texts = await Promise.all(
      [['--help'], ['config', '--help'], ['open', '--help'], ['rnu'], ['run']].map((args) =>
        world.sdd(args, { env: bare }),
      ),
    )
    for (const ended of texts) {
      expect(`${ended.stdout}${ended.stderr}`).toContain(`node ${PROGRAM}`)
      expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/(^|[:?] |nohup |^ {2})sdd( |$)/m)
    }
    await world.spec('cart')
    const opened = world.start(['open', '--no-open'], { env: bare })
    await opened.prints('In the background:')
    await opened.prints('Ctrl+C')
    expect(opened.stdout).toContain(`nohup node ${PROGRAM} serve --no-open > /dev/null 2>&1 &`)
  })
})

describe('a Node that is too old', () => {
  it.each(['18.20.4', '20.18.3'])('E3 %s is told what to install', async (version) => {
    await using world = new CliWorld()
    const fake = join(world.root, 'fake-version.cjs')
    writeFileSync(fake, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
    const programs = [PROGRAM, ...['setup', 'start', 'test', 'test-agents'].map(script)]
    for (const program of programs) {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', fake, program], {
        env: world.env,
        encoding: 'utf8',
      })
      expect([program, status, stdout]).toEqual([program, 2, ''])
      expect(stderr).toContain(`Node ${version} is too old`)
      expect(stderr).toContain('20.19 or newer')
      expect(stderr).toContain('nodejs.org')
    }
  })

  it('E3 gets as far as the check: the entry imports nothing and is plain syntax', () => {
    const entry = readFileSync(PROGRAM, 'utf8').replace(/^#!.*|export \{\};/g, '')
    expect(() => new Script(entry)).not.toThrow()
    expect(entry).not.toMatch(/\?\?=|\?\.|\bawait\b/)
  })

  it('E3 the version asked for is the one that the package names', () => {
    const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
    const { engines } = JSON.parse(text) as { engines: { node: string } }
    expect(engines.node).toBe('>=20.19')
  })
})

const script = (name: string): string => join(ROOT, 'scripts', `${name}.mjs`)
