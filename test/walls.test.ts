import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))

const projects = [
  'src/contracts',
  'src/core',
  'src/host',
  'src/fleet',
  'src/client',
  'src/web',
  'src/cli',
  'src/simulated-agent',
  'src/agent-bridge',
  'src/testkit',
  'desktop',
  'test',
  'test/page',
  'bench',
]

const configurations = [
  '.oxlintrc.json',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.json',
  ...projects.map((project) => `${project}/tsconfig.json`),
]

/** Every allowed import once: a wall that forbids too much fails here. */
const allowed: Record<string, string> = {
  'src/contracts/id.ts': `import { z } from 'zod'\nexport const id = z.string()\n`,
  'src/core/allowed/allowed.ts': `export const allowed = ['start']\n`,
  'src/core/next.ts': `import { id } from '../contracts/id.ts'\nexport const next = id\n`,
  'src/host/queue.ts': `import { join } from 'node:path'\nimport { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nexport const queue = [id, next, join('a', 'b')]\n`,
  'src/host/clock.ts': `export const clock = () => Date.now()\n`,
  'src/host/files/clock.ts': `export const clock = () => Date.now()\n`,
  'src/host/agents/clock.ts': `export const clock = () => Date.now()\n`,
  'src/host/runs/timers.ts': `import { clock } from '../clock.ts'\nexport const timers = [clock]\n`,
  'src/fleet/journal.ts': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nimport { queue } from '../host/queue.ts'\nexport const journal = [id, next, queue]\n`,
  'src/fleet/lease.ts': `export const lease = 10\n`,
  'src/client/mirror.ts': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nexport const mirror = [id, next, document.title]\n`,
  'src/web/Page.tsx': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nimport { mirror } from '../client/mirror.ts'\nexport const Page = () => <p title={document.title}>{JSON.stringify([id, next, mirror])}</p>\n`,
  'src/web/words.ts': `export const page = 'page'\n`,
  'src/cli/main.ts': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nimport { mirror } from '../client/mirror.ts'\nimport { journal } from '../fleet/journal.ts'\nimport { queue } from '../host/queue.ts'\nconsole.log(id, next, mirror, queue, journal)\n`,
  'src/cli/words.ts': `export const words = ['stopped']\n`,
  'src/simulated-agent/main.ts': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nprocess.stdout.write(JSON.stringify([id, next]))\n`,
  'src/agent-bridge/main.ts': `import { id } from '../contracts/id.ts'\nimport { next } from '../core/next.ts'\nprocess.stdout.write(JSON.stringify([id, next]))\n`,
  'src/testkit/world.ts': `import { mirror } from '../client/mirror.ts'\nimport { next } from '../core/next.ts'\nimport { queue } from '../host/queue.ts'\nexport const world = [mirror, next, queue]\n`,
  'src/core/next.test.ts': `import { readFileSync } from 'node:fs'\nimport { expect, it } from 'vitest'\nimport { world } from '../testkit/world.ts'\nimport { next } from './next.ts'\nit('reads', () => {\n  expect([world, next, readFileSync, Date.now(), Math.random()]).toBeDefined()\n})\n`,
  'test/whole.test.ts': `import { expect, it } from 'vitest'\nimport { queue } from '../src/host/queue.ts'\nimport { world } from '../src/testkit/world.ts'\nit('runs', () => {\n  expect([world, queue]).toBeDefined()\n})\n`,
  'test/page/words.test.ts': `import { expect, it } from 'vitest'\nimport { page } from '../../src/web/words.ts'\nimport { world } from '../../src/testkit/world.ts'\nit('says', () => {\n  expect([world, page]).toBeDefined()\n})\n`,
  'src/core/counted.ts': `export function counted(kind: 'a' | 'b'): number {\n  switch (kind) {\n    case 'a':\n      return 1\n    case 'b':\n      return 2\n    default:\n      return kind satisfies never\n  }\n}\n`,
  'desktop/src/window.ts': `export const title = 'window'\n`,
  'bench/queue.ts': `import { queue } from '../src/host/queue.ts'\nimport { world } from '../src/testkit/world.ts'\nconsole.log(queue, world)\n`,
}

type Gate = 'types' | 'lint'
type Plant = { wall: string; file: string; source: string; gates: Gate[] }

const both: Gate[] = ['types', 'lint']
const imports = (specifier: string, name: string) =>
  `import { ${name} } from '${specifier}'\nexport const planted = ${name}\n`

const SILENT_DEFAULT = `export function planted(kind: 'a' | 'b'): number {
  switch (kind) {
    case 'a':
      return 1
    default:
      return 0
  }
}
`

const plants: Plant[] = [
  plant('contracts -> core', 'contracts', imports('../core/next.ts', 'next')),
  plant('contracts -> node:fs', 'contracts', imports('node:fs', 'readFileSync')),
  plant('core -> host', 'core', imports('../host/queue.ts', 'queue')),
  plant('core -> host, from a subfolder', 'core/deep', imports('../../host/clock.ts', 'clock')),
  plant('core -> client', 'core', imports('../client/mirror.ts', 'mirror')),
  plant('core -> node:fs', 'core', imports('node:fs', 'readFileSync')),
  plant('core -> fs', 'core', imports('fs', 'readFileSync')),
  plant('core -> testkit', 'core', imports('../testkit/world.ts', 'world')),
  plant('host -> fleet', 'host', imports('../fleet/lease.ts', 'lease')),
  plant('core -> fleet', 'core', imports('../fleet/lease.ts', 'lease')),
  plant('client -> fleet', 'client', imports('../fleet/lease.ts', 'lease')),
  plant('web -> fleet', 'web', imports('../fleet/lease.ts', 'lease')),
  plant('fleet -> cli', 'fleet', imports('../cli/words.ts', 'words')),
  plant('fleet -> client', 'fleet', imports('../client/mirror.ts', 'mirror')),
  plant('fleet -> testkit', 'fleet', imports('../testkit/world.ts', 'world')),
  plant('host -> cli', 'host', imports('../cli/words.ts', 'words')),
  plant('host -> client', 'host', imports('../client/mirror.ts', 'mirror')),
  plant('host -> testkit', 'host', imports('../testkit/world.ts', 'world')),
  only('lint', plant('runs -> files', 'host/runs', imports('../files/clock.ts', 'clock'))),
  only(
    'lint',
    plant('runs -> agents', 'host/runs/effects', imports('../../agents/clock.ts', 'clock')),
  ),
  only('lint', plant('runs -> node:path', 'host/runs', imports('node:path', 'join'))),
  only('lint', plant('ports -> node:fs', 'host/ports', imports('node:fs', 'readFileSync'))),
  plant('client -> host', 'client', imports('../host/queue.ts', 'queue')),
  plant('client -> node:fs', 'client', imports('node:fs', 'readFileSync')),
  plant('web -> host', 'web', imports('../host/queue.ts', 'queue')),
  plant('web -> host, from a subfolder', 'web/features', imports('../../host/clock.ts', 'clock')),
  plant('web -> cli', 'web', imports('../cli/words.ts', 'words')),
  plant('web -> testkit', 'web', imports('../testkit/world.ts', 'world')),
  only(
    'lint',
    plant(
      'web -> what may be done',
      'web/features',
      imports('../../core/allowed/allowed.ts', 'allowed'),
    ),
  ),
  plant('web -> node:fs', 'web', imports('node:fs', 'readFileSync')),
  plant('host -> web', 'host', imports('../web/words.ts', 'page')),
  plant('cli -> web', 'cli', imports('../web/words.ts', 'page')),
  plant('client -> web', 'client', imports('../web/words.ts', 'page')),
  plant('cli -> testkit', 'cli', imports('../testkit/world.ts', 'world')),
  plant('simulated-agent -> host', 'simulated-agent', imports('../host/queue.ts', 'queue')),
  plant('simulated-agent -> testkit', 'simulated-agent', imports('../testkit/world.ts', 'world')),
  plant('agent-bridge -> host', 'agent-bridge', imports('../host/queue.ts', 'queue')),
  plant('agent-bridge -> testkit', 'agent-bridge', imports('../testkit/world.ts', 'world')),
  plant('testkit -> cli', 'testkit', imports('../cli/words.ts', 'words')),
  only('lint', plant('core and the clock', 'core', `export const planted = Date.now()\n`)),
  only('lint', plant('core and new Date', 'core', `export const planted = new Date()\n`)),
  only('lint', plant('core and chance', 'core', `export const planted = Math.random()\n`)),
  plant('core and random ids', 'core', `export const planted = crypto.randomUUID()\n`),
  plant('core and the environment', 'core', `export const planted = process.env\n`),
  plant('core and timers', 'core', `setTimeout(() => undefined, 1)\n`),
  only('types', plant('client and process', 'client', `export const planted = process.env\n`)),
  only('lint', plant('a silent default over a closed union', 'core', SILENT_DEFAULT)),
  only('types', plant('enum', 'core', `export enum Planted {\n  a,\n}\n`)),
]

describe('the walls between the folders', () => {
  let untouched: Record<Gate, Verdict>
  let planted: Record<Gate, Verdict>
  const worlds: string[] = []

  beforeAll(async () => {
    const world = await buildWorld()
    worlds.push(world)
    untouched = await runGates(world)
    await Promise.all(plants.map(({ file, source }) => writeSource(world, file, source)))
    planted = await runGates(world)
  })

  afterAll(async () => {
    await Promise.all(worlds.map((world) => rm(world, { recursive: true, force: true })))
  })

  it.each(both)('allows every import in the right direction (%s)', (gate) => {
    expect(untouched[gate]).toEqual({ code: 0, output: expect.any(String) })
  })

  it.each(plants.flatMap((each) => each.gates.map((gate) => ({ ...each, gate }))))(
    'stops $wall ($gate)',
    ({ file, gate }) => {
      expect(planted[gate].code).not.toBe(0)
      expect(planted[gate].output).toMatch(complaintAbout(file))
    },
  )
})

function plant(wall: string, folder: string, source: string): Plant {
  const name = wall.replaceAll(/[^a-z]+/gi, '-').toLowerCase()
  return { wall, file: `src/${folder}/planted-${name}.ts`, source, gates: both }
}

function only(gate: Gate, planted: Plant): Plant {
  return { ...planted, gates: [gate] }
}

/** The start of a diagnostic line of either tool, not a mention inside one. */
function complaintAbout(file: string) {
  return new RegExp(`^${file.replaceAll('.', '\\.')}[:(]`, 'm')
}

async function buildWorld() {
  const world = await mkdtemp(join(tmpdir(), 'sdd-walls-'))
  await Promise.all([
    ...configurations.map((file) => cp(join(repository, file), join(world, file))),
    ...Object.entries(allowed).map(([file, source]) => writeSource(world, file, source)),
    symlink(join(repository, 'node_modules'), join(world, 'node_modules')),
  ])
  return world
}

async function writeSource(world: string, file: string, source: string) {
  await mkdir(dirname(join(world, file)), { recursive: true })
  await writeFile(join(world, file), source)
}

type Verdict = { code: number | null; output: string }

async function runGates(world: string): Promise<Record<Gate, Verdict>> {
  const types = await run(world, 'tsc', ['-b', '--pretty', 'false'])
  const lint = await run(world, 'oxlint', ['--format=unix', 'src', 'test', 'bench'])
  return { types, lint }
}

async function run(cwd: string, tool: string, args: string[]): Promise<Verdict> {
  const child = spawn(join(repository, 'node_modules/.bin', tool), args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode, output }
}
