import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claude } from '../../../core/agents/claude.ts'
import { agentRequest as request } from '../../../testkit/agent-request.ts'
import { builtInDrivers } from '../drivers/built-in.ts'
import type { Driver } from '../drivers/driver.ts'
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

const driver = (name: string, ownProgram = 'none.js'): Driver => {
  const found = builtInDrivers({ ownProgram }).get(name)
  if (found === undefined) throw new Error(`no driver ${name}`)
  return found
}

describe('resolveExecutable', () => {
  it('S3 finds the CLI on PATH, past folders and files that cannot be run', () => {
    mkdirSync(join(dir, 'a', 'claude'), { recursive: true })
    file('b/claude', 0o644)
    const path = file('c/claude', 0o755)
    const PATH = ['a', 'b', 'c'].map((name) => join(dir, name)).join(':')
    expect(resolveExecutable(driver('claude'), { PATH })).toEqual({
      ok: true,
      value: { path, leadingArgs: [] },
    })
  })

  it('takes the stand-in, absolute, relative or by name', () => {
    const path = file('bin/mock', 0o755)
    const found = { ok: true, value: { path, leadingArgs: [] } }
    for (const SDD_CLAUDE_COMMAND of [path, relative(process.cwd(), path), 'mock']) {
      const env = { SDD_CLAUDE_COMMAND, PATH: join(dir, 'bin') }
      expect(resolveExecutable(driver('claude'), env)).toEqual(found)
    }
  })

  it('says what is wrong', () => {
    const plain = file('bin/claude', 0o644)
    const resolve = (env: Record<string, string>): unknown =>
      resolveExecutable(driver('claude'), env)
    const failure = (code: string, path: string): unknown => ({ ok: false, error: { code, path } })
    expect(resolve({ PATH: '' })).toEqual(failure('missing', 'claude'))
    expect(resolve({ PATH: join(dir, 'bin') })).toEqual(failure('not-executable', plain))
    expect(resolve({ SDD_CLAUDE_COMMAND: dir })).toEqual(failure('is-directory', dir))
    expect(resolve({ SDD_CLAUDE_COMMAND: `${plain}/x` })).toEqual(failure('missing', `${plain}/x`))
  })

  it('X20 does not run a program of the current folder because of a relative PATH entry', () => {
    file('claude', 0o755)
    const PATH = `:.:${relative(process.cwd(), dir)}`
    expect(resolveExecutable(driver('claude'), { PATH })).toMatchObject({
      error: { code: 'missing' },
    })
  })

  it('gives the simulated agent as a script for this very Node, and misses it if not built', () => {
    const program = file('main.js', 0o644)
    expect(resolveExecutable(driver('simulated', program), {})).toEqual({
      ok: true,
      value: { path: process.execPath, leadingArgs: [program] },
    })
    const missing = driver('simulated', join(dir, 'none.js'))
    expect(resolveExecutable(missing, {})).toMatchObject({ error: { code: 'missing' } })
  })
})

describe('driver arguments', () => {
  const common = ['-p', '--output-format', 'stream-json', '--verbose', '--permission-mode']

  it('S3 starts a session under an id of ours', () => {
    expect(claude.args(request())).toEqual([...common, 'acceptEdits', '--session-id', 'new-id'])
  })

  it('S3 resumes a session and passes on what the user configured', () => {
    const args = claude.args(
      request({
        resumeSessionId: 'old-id',
        model: 'opus',
        own: { permissionMode: 'plan', allowedTools: ['Bash(git log:*)'] },
        allowTools: ['Edit'],
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
    const simulated = builtInDrivers().get('simulated')
    expect(simulated?.args(request({ own: { fast: true } }))).toContain('--fast')
    expect(simulated?.args(request())).not.toContain('--fast')
  })
})
