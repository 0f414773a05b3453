import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DriverRequest } from '../drivers/driver.ts'
import { builtInDrivers } from '../drivers/built-in.ts'
import { claudeDriver } from '../drivers/claude.ts'
import { simulatedDriver } from '../drivers/simulated.ts'
import { resolveExecutable } from './executable.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'executable-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const file = (name: string, mode: number): string => {
  const path = join(dir, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '#!/bin/sh\necho ran >"$0.ran"\n', { mode })
  return path
}

const request = (overrides: Partial<DriverRequest> = {}): DriverRequest => ({
  sessionId: 'new-id',
  resumeSessionId: null,
  model: undefined,
  effort: undefined,
  permission: 'edit',
  permissionMode: undefined,
  allowedTools: undefined,
  extraArgs: undefined,
  budgetUsd: undefined,
  answerTimeoutMs: 1000,
  tempDir: '/agent/tmp',
  isolatedFrom: null,
  ...overrides,
})

describe('resolveExecutable', () => {
  it('S3 finds the CLI on PATH, past folders and files that cannot be run', () => {
    mkdirSync(join(dir, 'a', 'claude'), { recursive: true })
    file('b/claude', 0o644)
    const path = file('c/claude', 0o755)
    const PATH = ['a', 'b', 'c'].map((name) => join(dir, name)).join(':')
    expect(resolveExecutable(claudeDriver, { PATH })).toEqual({
      ok: true,
      value: { path, leadingArgs: [] },
    })
  })

  it('takes the stand-in, absolute, relative or by name', () => {
    const path = file('bin/mock', 0o755)
    const found = { ok: true, value: { path, leadingArgs: [] } }
    for (const SDD_CLAUDE_COMMAND of [path, relative(process.cwd(), path), 'mock']) {
      const env = { SDD_CLAUDE_COMMAND, PATH: join(dir, 'bin') }
      expect(resolveExecutable(claudeDriver, env)).toEqual(found)
    }
  })

  it('says what is wrong', () => {
    const plain = file('bin/claude', 0o644)
    const resolve = (env: Record<string, string>): unknown => resolveExecutable(claudeDriver, env)
    const failure = (code: string, path: string): unknown => ({ ok: false, error: { code, path } })
    expect(resolve({ PATH: '' })).toEqual(failure('missing', 'claude'))
    expect(resolve({ PATH: join(dir, 'bin') })).toEqual(failure('not-executable', plain))
    expect(resolve({ SDD_CLAUDE_COMMAND: dir })).toEqual(failure('is-directory', dir))
    expect(resolve({ SDD_CLAUDE_COMMAND: `${plain}/x` })).toEqual(failure('missing', `${plain}/x`))
  })

  it('X20 does not run a program of the current folder because of a relative PATH entry', () => {
    file('claude', 0o755)
    const PATH = `:.:${relative(process.cwd(), dir)}`
    expect(resolveExecutable(claudeDriver, { PATH })).toMatchObject({ error: { code: 'missing' } })
  })

  it('gives the simulated agent as a script for this very Node, and misses it if not built', () => {
    const program = file('main.js', 0o644)
    expect(resolveExecutable(simulatedDriver({ program }), {})).toEqual({
      ok: true,
      value: { path: process.execPath, leadingArgs: [program] },
    })
    const missing = simulatedDriver({ program: join(dir, 'none.js') })
    expect(resolveExecutable(missing, {})).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('driver arguments', () => {
  const common = ['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode']

  it('S3 starts a session under an id of ours', () => {
    expect(claudeDriver.args(request())).toEqual([
      ...common,
      'acceptEdits',
      '--session-id',
      'new-id',
    ])
  })

  it('S3 resumes a session and passes on what the person configured', () => {
    const args = claudeDriver.args(
      request({
        resumeSessionId: 'old-id',
        model: 'opus',
        permissionMode: 'plan',
        allowedTools: ['Bash(git log:*)', 'Edit'],
        extraArgs: ['--max-turns', '9'],
      }),
    )
    expect(args).toEqual([
      ...common,
      'plan',
      '--resume=old-id',
      '--model=opus',
      '--allowedTools',
      'Bash(git log:*),Edit',
      '--max-turns',
      '9',
    ])
  })

  it('knows the simulated agent by name, and its haste', () => {
    const fast = builtInDrivers({ simulated: { fast: true } }).get('simulated')
    expect(fast?.args(request())).toContain('--fast')
    expect(builtInDrivers().get('simulated')?.args(request())).not.toContain('--fast')
  })
})
