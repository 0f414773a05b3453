import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readClaudeLine } from '../core/agent-events/claude-lines.ts'

/** The built main.ts, because Node 20 cannot run TypeScript. */
const PROGRAM = fileURLToPath(new URL('../../dist/simulated-agent/main.js', import.meta.url))

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'simulated-'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

const start = (phase: string, args: string[]) => {
  const prompt = join(dir, 'prompt.md')
  writeFileSync(prompt, 'Mode of this run: fix\n')
  const env = { SDD_PHASE: phase, SDD_SPEC: 'tea', SDD_SPEC_DIR: dir, SDD_ROUND: '1' }
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: [openSync(prompt, 'r'), 'pipe', 'inherit'],
  })
}

describe('the program of the simulated agent', () => {
  it('plays a phase as a process and takes the session id it is given', async () => {
    const child = start('design', ['-p', '--session-id', 'session-7', '--fast'])
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(code).toBe(0)
    const events = output.split('\n').flatMap(readClaudeLine)
    expect(events.at(-1)).toMatchObject({ type: 'ended', ok: true, sessionId: 'session-7' })
    expect(readFileSync(join(dir, 'design.md'), 'utf8')).toContain('mermaid')
  })

  it('reads the mode of a reply from the prompt on stdin', async () => {
    const child = start('document-review-reply', ['--fast'])
    await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(() => readFileSync(join(dir, 'document-review-1-reply.md'))).toThrow('ENOENT')
    expect(readFileSync(join(dir, 'tasks.md'), 'utf8')).toContain('- [ ] 5.')
  })

  it('ends with 143 on SIGTERM, in the middle of its work', async () => {
    const child = start('requirements', [])
    await once(child.stdout!, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([143, null])
    expect(() => readFileSync(join(dir, 'requirements.md'))).toThrow('ENOENT')
  })
})
