import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * An npm that starts to install and never ends by itself: a child in its group ignores Ctrl+C, one
 * in a group of its own does not get it, and npm itself ends slowly.
 */
const SLOW_NPM = `
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
mkdirSync('node_modules/half', { recursive: true })
const ignoring = spawn('sh', ['-c', 'trap "" INT; while :; do sleep 1; done'])
const apart = spawn('sleep', ['1000'], { detached: true })
setInterval(() => undefined, 1000)
process.on('SIGINT', () => {
  appendFileSync('ends.txt', 'end\\n')
  setTimeout(() => process.exit(1), 200)
})
appendFileSync('pids.txt', [process.pid, ignoring.pid, apart.pid].join('\\n') + '\\n')
console.log('npm has begun')
`

const GOOD_NPM = `
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
if (process.argv[2] !== 'ci') process.exit(9)
rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules')
writeFileSync('node_modules/whole', '')
`

/** A copy of the scripts in its own package, with its own npm. */
class Clone {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-clone-'))
  readonly npm = join(this.root, 'npm', 'npm-cli.cjs')

  constructor() {
    cpSync(join(ROOT, 'scripts'), join(this.root, 'scripts'), { recursive: true })
    this.write('package.json', '{ "type": "module" }')
    this.write('package-lock.json', '{}')
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true })
    writeFileSync(join(this.root, path), text)
  }

  setNpm(source: string): void {
    this.write('npm/run.mjs', source)
    this.write('npm/npm-cli.cjs', `import('./run.mjs')`)
  }

  /** Starts it like a shell's job, in its own process group. */
  start(script: string, ...args: string[]): Job {
    const env = { ...process.env, npm_execpath: this.npm, SDD_SCRIPT_RUN: undefined }
    const command = [join(this.root, 'scripts', script), ...args]
    const options = { cwd: this.root, env, detached: true }
    return new Job(spawn(process.execPath, command, options))
  }

  get pids(): number[] {
    const file = join(this.root, 'pids.txt')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path))
  }

  [Symbol.dispose](): void {
    for (const pid of this.pids) if (isPidAlive(pid)) process.kill(pid, 'SIGKILL')
    rmSync(this.root, { recursive: true, force: true })
  }
}

class Job {
  readonly pid: number
  readonly ended: Promise<{ code: number | null; signal: string | null }>
  output = ''

  constructor(child: ChildProcess) {
    this.pid = child.pid ?? 0
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    this.ended = once(child, 'close').then(() => ({
      code: child.exitCode,
      signal: child.signalCode,
    }))
  }
}

const TO_GROUP = (job: Job): unknown => process.kill(-job.pid, 'SIGINT')
const TO_PARENT = (job: Job): unknown => process.kill(job.pid, 'SIGINT')
/** The terminal signals the group, and npm forwards the same signal. */
const TWICE = (job: Job): unknown => [TO_GROUP(job), TO_PARENT(job)]

describe('Ctrl+C while everything is set up', () => {
  it.each([
    ['to the whole group', TO_GROUP],
    ['to the first process alone', TO_PARENT],
    ['to both, as under npm', TWICE],
  ])('E1 %s leaves nothing running and a next start that works', async (_, interrupt) => {
    using clone = new Clone()
    clone.setNpm(SLOW_NPM)
    const first = clone.start('setup.mjs', '--install')
    await until(() => clone.pids.length === 3 && first.output.includes('npm has begun'))
    interrupt(first)
    expect(await first.ended).toEqual({ code: null, signal: 'SIGINT' })
    for (const pid of clone.pids) await until(() => !isPidAlive(pid))
    expect(readFileSync(join(clone.root, 'ends.txt'), 'utf8')).toBe('end\n')
    expect(clone.has('.cache/setup.lock')).toBe(false)

    clone.setNpm(GOOD_NPM)
    const next = clone.start('setup.mjs', '--install')
    expect(await next.ended).toEqual({ code: 0, signal: null })
    expect([clone.has('node_modules/whole'), clone.has('node_modules/half')]).toEqual([true, false])
  })

  it('E1 what an install left half done is installed again, what is whole is not', async () => {
    using clone = new Clone()
    clone.write('node_modules/half/index.js', '')
    clone.setNpm(`${GOOD_NPM}console.log('installed')`)
    const outputs = []
    for (let turn = 0; turn < 2; turn++) {
      const job = clone.start('setup.mjs', '--install')
      expect(await job.ended).toEqual({ code: 0, signal: null })
      outputs.push(job.output.includes('installed'))
    }
    expect(outputs).toEqual([true, false])
    expect(clone.has('node_modules/half')).toBe(false)
  })

  it.each([
    ['a process that died', '999999999'],
    ['a number that another process has now', `${process.pid} 1`],
  ])('E1 a lock of %s does not stop the next start', async (_, owner) => {
    using clone = new Clone()
    clone.setNpm(GOOD_NPM)
    clone.write('.cache/setup.lock', owner)
    expect(await clone.start('setup.mjs', '--install').ended).toEqual({ code: 0, signal: null })
  })

  it('E1 ends a gate of npm test, and what that has started in groups of its own', async () => {
    using clone = new Clone()
    clone.setNpm(GOOD_NPM)
    expect(await clone.start('setup.mjs', '--install').ended).toMatchObject({ code: 0 })
    clone.write(
      'node_modules/.bin/oxfmt',
      `#!/bin/sh
setsid sleep 1000 &
echo $! >> pids.txt
echo $$ >> pids.txt
wait
`,
    )
    chmodSync(join(clone.root, 'node_modules/.bin/oxfmt'), 0o755)
    appendFileSync(join(clone.root, 'package.json'), '\n')
    const job = clone.start('test.mjs', '--only=format')
    await until(() => clone.pids.length === 2)
    TWICE(job)
    expect(await job.ended).toEqual({ code: null, signal: 'SIGINT' })
    for (const pid of clone.pids) await until(() => !isPidAlive(pid))
    expect(job.output).not.toContain('passed')
  })
})

const PRODUCTS = [
  'agent-bridge/main.js',
  'chunks/program.cjs',
  'cli/main.js',
  'cli/program.cjs',
  'fleet/worker/guardian.js',
  'simulated-agent/main.js',
]

/** A bundler that only writes empty files. */
const BUNDLER = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
for (const file of ${JSON.stringify([...PRODUCTS, 'web/index.html'])}) {
  mkdirSync(dirname('dist/' + file), { recursive: true })
  writeFileSync('dist/' + file, '')
}
`

it('a program that is missing from dist is built again', async () => {
  using clone = new Clone()
  clone.setNpm(GOOD_NPM)
  clone.write('scripts/build/bundle.mjs', BUNDLER)
  for (const name of ['base', 'product']) clone.write(`tsconfig.${name}.json`, '{}')
  expect(await clone.start('setup.mjs', '--install').ended).toMatchObject({ code: 0 })
  for (const tool of ['tsc', 'vite']) {
    clone.write(`node_modules/.bin/${tool}`, '#!/bin/sh\n')
    chmodSync(join(clone.root, 'node_modules/.bin', tool), 0o755)
  }
  expect(await clone.start('setup.mjs').ended).toMatchObject({ code: 0 })
  for (const file of PRODUCTS) {
    rmSync(join(clone.root, 'dist', file))
    const again = clone.start('setup.mjs')
    expect(await again.ended).toMatchObject({ code: 0 })
    expect([file, clone.has(`dist/${file}`)]).toEqual([file, true])
  }
  const idle = clone.start('setup.mjs')
  await idle.ended
  expect(idle.output).toBe('')
})
