import { spawnSync } from 'node:child_process'
import {
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
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TOOLS = ['oxfmt', 'oxlint', 'tsc', 'knip', 'vitest', 'Xvfb', 'xwininfo']
const GATES = [
  'install',
  'build',
  'format',
  'lint',
  'types',
  'dead-code',
  'unit',
  'browser',
  'agents',
  'fleet',
]

/** The real scripts with dummy tools that just exit; the one named `failing` fails. */
class Clone {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-gates-'))
  readonly #tools = join(this.root, 'node_modules', '.bin')
  readonly #env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: undefined }

  constructor(failing: string) {
    cpSync(join(ROOT, 'scripts'), join(this.root, 'scripts'), { recursive: true })
    mkdirSync(this.#tools, { recursive: true })
    for (const name of TOOLS) {
      writeFileSync(join(this.#tools, name), `#!/bin/sh\nexit ${name === failing ? 1 : 0}\n`)
      chmodSync(join(this.#tools, name), 0o755)
    }
    for (const name of ['setup', 'test-agents', 'test-fleet'])
      writeFileSync(
        join(this.root, 'scripts', `${name}.mjs`),
        `process.exitCode = ${name === failing ? 1 : 0}\n`,
      )
  }

  /** Has the process of a lane die before its first line. */
  killLane(lane: string): void {
    const deadly = `if (process.argv.includes('--lane=${lane}')) process.kill(process.pid, 'SIGKILL')`
    writeFileSync(join(this.root, 'deadly.cjs'), deadly)
    this.#env['NODE_OPTIONS'] = `--require=${join(this.root, 'deadly.cjs')}`
  }

  /** Has the test runner write down its temp folder. */
  noteTemp(): () => string {
    const note = join(this.root, 'temp.txt')
    const program = `#!/bin/sh\nprintf %s "$TMPDIR" > ${note}\n`
    writeFileSync(join(this.#tools, 'vitest'), program)
    return () => readFileSync(note, 'utf8')
  }

  test(...args: string[]) {
    const command = [join(this.root, 'scripts', 'test.mjs'), ...args]
    const PATH = `${this.#tools}:${process.env['PATH']}`
    const env = { ...this.#env, PATH, SDD_CHROMIUM: join(this.#tools, 'vitest') }
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      env,
      encoding: 'utf8',
    })
    const gates = GATES.filter(
      (name) => stdout.split('\n').filter((line) => line === `gate: ${name}`).length === 1,
    )
    const why = /^gate failed: (.*)$/m.exec(stderr)?.[1]
    return { status, why, gates, last: stdout.trimEnd().split('\n').at(-1) }
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

it('every gate runs once, also those that run beside another', () => {
  using clone = new Clone('none')
  expect(clone.test()).toEqual({
    status: 0,
    why: undefined,
    gates: GATES,
    last: '0 passed, 0 failed',
  })
})

it.each([
  ['knip', 'dead-code', ['unit', 'browser', 'agents', 'fleet']],
  ['test-agents', 'agents', ['browser']],
  ['test-fleet', 'fleet', []],
  ['vitest', 'unit', []],
])('a failing %s fails the gate %s, and nothing begins after its stage', (tool, why, left) => {
  using clone = new Clone(tool)
  const gates = GATES.filter((name) => !left.includes(name))
  expect(clone.test()).toEqual({ status: 1, why, gates, last: '0 passed, 1 failed' })
})

it.each([
  ['fleet', 'fleet', 'none'],
  ['agents,browser', 'agents', 'test-fleet'],
])('a lane %s that dies before its first gate fails %s', (lane, why, failing) => {
  using clone = new Clone(failing)
  clone.killLane(lane)
  const { status, why: named, last } = clone.test()
  expect({ status, named, last }).toEqual({ status: 1, named: why, last: '0 passed, 1 failed' })
})

it('--only runs one gate with what it needs', () => {
  using clone = new Clone('none')
  expect(clone.test('--only=fleet').gates).toEqual(['install', 'build', 'fleet'])
})

it('temp folders of tests are in memory where there is room, and gone afterwards', () => {
  using clone = new Clone('none')
  const temp = clone.noteTemp()
  expect(clone.test('--only=unit').status).toBe(0)
  expect(temp()).toMatch(/^(?:\/dev\/shm\/sdd-test-\d+-\w+)?$/)
  expect(temp() !== '' && existsSync(temp())).toBe(false)
})
