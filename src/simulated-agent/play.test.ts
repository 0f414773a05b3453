import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../contracts/agent-events.ts'
import { readClaudeLine } from '../core/agent-events/claude-lines.ts'
import { readInspection } from '../core/readers/inspection-report.ts'
import { readReviewReply } from '../core/readers/review-reply.ts'
import { readTasks } from '../core/readers/tasks/tasks-document.ts'
import { play } from './play.ts'

let workDir: string
let specDir: string

beforeEach(() => {
  workDir = mkdtempSync(join(tmpdir(), 'simulated-'))
  specDir = join(workDir, '.kiro/specs/shopping-list')
  mkdirSync(specDir, { recursive: true })
})

afterEach(() => rmSync(workDir, { recursive: true, force: true }))

const spec = (content: object): void =>
  writeFileSync(join(specDir, 'spec.json'), JSON.stringify(content))

const run = async (phase: string, round?: number, prompt = ''): Promise<AgentEvent[]> => {
  const lines: string[] = []
  const env = {
    SDD_PHASE: phase,
    SDD_SPEC: 'shopping-list',
    SDD_SPEC_DIR: specDir,
    SDD_ROUND: round?.toString(),
  }
  const emit = (line: string): void => void lines.push(line)
  const code = await play({ env, workDir, prompt, emit, sessionId: 'session-1', beatMs: 0 })
  const events = lines.join('').split('\n').flatMap(readClaudeLine)
  expect(events[0]).toEqual({ type: 'session-started', sessionId: 'session-1', model: 'simulated' })
  expect(events.at(-1)).toMatchObject({ type: 'ended', ok: code === 0, sessionId: 'session-1' })
  expect(events.filter((event) => event.type === 'unknown')).toEqual([])
  return events
}

const document = (name: string): string => readFileSync(join(specDir, name), 'utf8')
const snapshot = (): Record<string, string> =>
  Object.fromEntries(readdirSync(specDir).map((name) => [name, document(name)]))

const counts = () => {
  const reading = readTasks(document('tasks.md'))
  if (!reading.ok) throw new Error(reading.why)
  return reading.counts
}

const writeDocuments = async (): Promise<void> => {
  for (const phase of ['requirements', 'design', 'tasks']) await run(phase)
}

describe('the simulated agent', () => {
  for (const language of ['en', 'ja']) {
    it(`S2 plays every phase in ${language} to documents that our readers accept`, async () => {
      spec({
        language,
        description: '家族で買い物を共有する。Share one list; tick `milk` ```off```',
      })
      await writeDocuments()
      expect(document('requirements.md')).toMatch(
        language === 'ja' ? /When .+こと \(shall\)/ : /When .+ shall /,
      )
      expect(document('requirements.md')).toContain('家族で買い物を共有する')
      expect(document('design.md')).toContain('```mermaid')
      expect(counts()).toEqual({ done: 0, total: 10, optional: { done: 0, total: 1 } })

      const rounds: number[] = []
      for (const round of [1, 2, 3]) {
        await run('document-review', round)
        const before = document('design.md')
        await run('document-review-reply', round)
        const reply = document(`document-review-${round}-reply.md`)
        const reading = readReviewReply(reply)
        if (!reading.ok) throw new Error(reading.why)
        expect(reading.needsDiscussion).toBe(0)
        rounds.push(reading.fixRequired)
        expect(document('design.md') === before).toBe(reading.fixRequired === 0)
        const status = reading.fixRequired === 0 ? 'approved' : 'pending'
        expect(reply.trim().endsWith(`Status: ${status}`)).toBe(true)
      }
      expect(rounds).toEqual([3, 1, 0])
      expect(counts().total).toBe(11)

      const events = await run('impl')
      expect(events.filter((event) => event.type === 'tool-call').length).toBeGreaterThan(5)
      expect(counts().done).toBeGreaterThanOrEqual(6)
      expect(counts().done).toBeLessThan(11)
      await run('inspection', 1)
      expect(readInspection(document('inspection-1.md'))).toEqual({ ok: true, verdict: 'nogo' })
      await run('impl')
      expect(counts()).toEqual({ done: 11, total: 11, optional: { done: 0, total: 1 } })
      await run('inspection', 2)
      expect(readInspection(document('inspection-2.md'))).toEqual({ ok: true, verdict: 'go' })
    })
  }

  it('writes a program whose own tests pass', async () => {
    spec({})
    await writeDocuments()
    await run('impl')
    await run('impl')
    const source = join(workDir, 'src/shopping-list')
    const tests = readdirSync(source).filter((name) => name.endsWith('.test.mjs'))
    expect(tests).toHaveLength(2)
    const report = execFileSync(process.execPath, ['--test', ...tests], {
      cwd: source,
      encoding: 'utf8',
    })
    expect(report).toMatch(/pass 6/)
  })

  it('keeps to the mode in the prompt', async () => {
    spec({})
    await writeDocuments()
    await run('document-review', 1)
    const before = snapshot()
    await run('document-review-reply', 1, '# x\n\nMode of this run: reply\n')
    const { 'document-review-1-reply.md': reply, ...documents } = snapshot()
    expect(documents).toEqual(before)
    await run('document-review-reply', 1, 'Mode of this run: fix')
    const after = snapshot()
    expect(after['document-review-1-reply.md']).toBe(reply)
    expect(after['design.md']).not.toBe(before['design.md'])
    expect(after['requirements.md']).toContain('Requirement 4')
    await run('document-review-reply', 1, 'Mode of this run: fix')
    expect(snapshot()).toEqual(after)
  })

  it('ticks a task list of any dialect without touching another byte', async () => {
    const text =
      '\uFEFF# T\r\n\r\n* [-] A\r\n\t+ [ ] B [x]\r\n1) [ ]* C\r\n> - [　] D\r\n```\r\n- [ ] no\r\n```\r\n'
    writeFileSync(join(specDir, 'tasks.md'), text)
    await run('impl')
    await run('impl')
    const ticked = text.replace('[-]', '[x]').replace('[ ] B', '[x] B').replace('[　]', '[x]')
    expect(document('tasks.md')).toBe(ticked)
  })

  it('adds to a document with the line ends that it has', async () => {
    spec({})
    await writeDocuments()
    const names = ['requirements.md', 'design.md', 'tasks.md']
    for (const name of names)
      writeFileSync(join(specDir, name), document(name).replaceAll('\n', '\r\n'))
    const before = snapshot()
    for (const round of [1, 2]) {
      await run('document-review', round)
      await run('document-review-reply', round)
    }
    expect(names.filter((name) => document(name) !== before[name])).not.toEqual([])
    for (const name of names) expect(document(name)).not.toMatch(/(?:^|[^\r])\n/)
  })

  it('fails when there is nothing to implement', async () => {
    expect((await run('impl')).at(-1)).toMatchObject({ ok: false, message: 'tasks.md is missing' })
    writeFileSync(join(specDir, 'tasks.md'), 'no boxes here\n')
    expect((await run('impl')).at(-1)).toMatchObject({ ok: false })
  })

  it('plays on with a spec.json it cannot read, and says what it cannot play', async () => {
    writeFileSync(join(specDir, 'spec.json'), '{')
    expect((await run('requirements')).at(-1)).toMatchObject({ ok: true })
    expect(document('requirements.md')).toContain('shopping list')
    const refused = { ok: false, message: 'no play for the phase toString' }
    expect((await run('toString')).at(-1)).toMatchObject(refused)
  })
})
