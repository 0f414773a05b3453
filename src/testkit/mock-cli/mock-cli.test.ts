import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readClaudeLine } from '../../core/agent-events/claude-lines.ts'
import { readInspection } from '../../core/readers/inspection-report.ts'
import { readReviewReply } from '../../core/readers/review-reply.ts'
import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import { createMockCli, type MockCli } from './mock-cli.ts'
import type { MockScenario } from './scenario-script.ts'

let dir: string
let specDir: string
let mock: MockCli
let agents = 0
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "mock it's "))
  specDir = join(dir, 'spec')
  mkdirSync(specDir)
})

afterEach(() => {
  mock.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

const use = (scenario: MockScenario = {}): void => {
  mock = createMockCli(join(dir, 'mock'), scenario)
}

interface Run {
  phase: string
  round?: number
  feature?: string
  prompt?: string
  args?: string[]
  path?: string
}

/** PATH leads nowhere unless given, so that anything but a shell builtin fails. */
const start = ({
  phase,
  round,
  feature = 'login',
  prompt = '',
  args = [],
  path = '/nowhere',
}: Run) => {
  const promptFile = join(dir, 'prompt.md')
  writeFileSync(promptFile, prompt)
  const child = spawn(mock.command, args, {
    env: {
      ...mock.env,
      PATH: path,
      SDD_SPEC: feature,
      SDD_SPEC_DIR: specDir,
      SDD_PHASE: phase,
      ...(round === undefined ? {} : { SDD_ROUND: String(round) }),
      SDD_ATTEMPT: '1',
      SDD_AGENT_ID: `agent_test_1_${++agents}`,
    },
    stdio: [openSync(promptFile, 'r'), 'pipe', 'pipe'],
  })
  children.push(child)
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  return { child, ended, agentId: `agent_test_1_${agents}` }
}

const run = async (options: Run) => {
  const { child, ended, agentId } = start(options)
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)])
  const [code, signal] = await ended
  const events = stdout.split('\n').flatMap((line) => readClaudeLine(line))
  return { code, signal, stdout, stderr, events, agentId }
}

const document = (name: string): string => readFileSync(join(specDir, name), 'utf8')
const tasks = () => {
  const reading = readTasks(document('tasks.md'))
  if (!reading.ok) throw new Error(reading.why)
  return reading
}

describe('the mock CLI', () => {
  it('is a program', () => {
    use()
    expect(statSync(mock.command).mode & 0o111).toBe(0o111)
  })

  it('S9 plays every phase with nothing but shell builtins', async () => {
    use({ taskCount: 3, optionalTasks: 1, reviewCounts: [[2, 1]] })
    const phases = [
      'requirements',
      'design',
      'tasks',
      'document-review',
      'document-review-reply',
      'impl',
      'inspection',
    ]
    for (const phase of phases) {
      const { code, stderr, events } = await run({ phase, round: 1 })
      expect({ phase, code, stderr }).toEqual({ phase, code: 0, stderr: '' })
      expect(events.map((event) => event.type)).toEqual(['session-started', 'ended'])
      expect(events.at(-1)).toMatchObject({ ok: true })
    }
    expect(tasks().counts).toEqual({ done: 3, total: 3, optional: { done: 0, total: 1 } })
    expect(document('requirements.md')).toContain('shall')
    expect(document('design.md')).toMatch(/mermaid[^]*Revised after review 1/)
    const reply = readReviewReply(document('document-review-1-reply.md'))
    expect(reply).toEqual({ ok: true, fixRequired: 2, needsDiscussion: 1 })
    expect(existsSync(join(specDir, 'document-review-1.md'))).toBe(true)
    expect(readInspection(document('inspection-1.md'))).toEqual({ ok: true, verdict: 'go' })
    expect(mock.calls().map((call) => call.phase)).toEqual(phases)
    expect(mock.calls()[0]).toMatchObject({
      feature: 'login',
      round: 1,
      attempt: 1,
      exitCode: 0,
      startedAt: 0,
      endedAt: 1,
    })
  })

  it('ends cleanly after 0, 5 and 50 ms', async () => {
    use()
    for (const delayMs of [0, 5, 50]) {
      mock.setScenario({ delayMs })
      const { code, events } = await run({ phase: 'design', path: '/usr/bin:/bin' })
      expect({ code, last: events.at(-1)?.type }).toEqual({ code: 0, last: 'ended' })
    }
  })

  it('ticks by run, leaves optional and foreign lines alone', async () => {
    use({ ticksPerRun: [1, 0, 'all'] })
    const before =
      '# T\r\n\r\n- [ ] 1. A\r\n  - [ ] 1.1 B `[ ]`\r\n- [ ]* 2. C\r\n* text\r\n- [ ] 3. D\r\n'
    writeFileSync(join(specDir, 'tasks.md'), before)
    const done: number[] = []
    for (let n = 0; n < 3; n++) {
      await run({ phase: 'impl' })
      done.push(tasks().counts.done)
    }
    expect(done).toEqual([1, 1, 3])
    expect(document('tasks.md')).toBe(before.replaceAll('- [ ] ', '- [x] '))
  })

  it('counts reviews by round and verdicts by report; the last one repeats', async () => {
    use({
      reviewCounts: [
        [3, 0],
        [0, 1],
      ],
      verdicts: ['NOGO', 'GO'],
      autofixEdits: false,
    })
    for (const round of [1, 2, 5]) await run({ phase: 'document-review-reply', round })
    const counts = [1, 2, 5].map((n) => readReviewReply(document(`document-review-${n}-reply.md`)))
    expect(counts).toEqual([
      { ok: true, fixRequired: 3, needsDiscussion: 0 },
      { ok: true, fixRequired: 0, needsDiscussion: 1 },
      { ok: true, fixRequired: 0, needsDiscussion: 1 },
    ])
    expect(existsSync(join(specDir, 'design.md'))).toBe(false)
    for (const round of [1, 2]) await run({ phase: 'inspection', round })
    const verdicts = [1, 2].map((n) => readInspection(document(`inspection-${n}.md`)))
    expect(verdicts).toMatchObject([{ verdict: 'nogo' }, { verdict: 'go' }])
  })

  it('takes the mode of a reply from the prompt', async () => {
    use({ reviewCounts: [[1, 0]] })
    const reply = (mode: string) =>
      run({
        phase: 'document-review-reply',
        round: 1,
        prompt: `# Answer\n\nMode of this run: ${mode}\n`,
      })
    await reply('fix')
    expect(existsSync(join(specDir, 'document-review-1-reply.md'))).toBe(false)
    expect(document('design.md')).toContain('Revised')
    rmSync(join(specDir, 'design.md'))
    await reply('reply')
    expect(existsSync(join(specDir, 'document-review-1-reply.md'))).toBe(true)
    expect(existsSync(join(specDir, 'design.md'))).toBe(false)
  })

  it('values of a scenario are never run by the shell', async () => {
    const rawDocument = `it's $(touch ${dir}/pwned) \`touch ${dir}/pwned\` "\\n" %s\n'; exit 9 #\n`
    use({ overrides: [{ phase: 'design', rawDocument, alsoWrite: { "it's.json": rawDocument } }] })
    const { code } = await run({ phase: 'design' })
    expect(code).toBe(0)
    expect(document('design.md')).toBe(rawDocument)
    expect(document("it's.json")).toBe(rawDocument)
    expect(existsSync(join(dir, 'pwned'))).toBe(false)
  })

  it('can end without a document, or with an empty one', async () => {
    use({
      overrides: [
        { phase: 'design', skipDocument: true },
        { phase: 'tasks', emptyDocument: true },
      ],
    })
    expect((await run({ phase: 'design' })).code).toBe(0)
    expect(existsSync(join(specDir, 'design.md'))).toBe(false)
    await run({ phase: 'tasks' })
    expect(document('tasks.md')).toBe('')
  })

  it('applies overrides by feature, phase, call and round; a later one wins', async () => {
    use({
      exitCode: 1,
      overrides: [
        { feature: 'other', exitCode: 2 },
        { phase: 'impl', exitCode: 3 },
        { phase: 'impl', call: 2, exitCode: 4 },
        { round: 7, exitCode: 5 },
      ],
    })
    const code = async (options: Run) => (await run(options)).code
    expect(await code({ phase: 'design' })).toBe(1)
    expect(await code({ phase: 'design', feature: 'other' })).toBe(2)
    expect(await code({ phase: 'impl' })).toBe(3)
    expect(await code({ phase: 'impl' })).toBe(4)
    expect(await code({ phase: 'impl', round: 7 })).toBe(5)
    expect(mock.calls().map((call) => call.exitCode)).toEqual([1, 2, 3, 4, 5])
  })

  it('can leave out the result, fail in it, or name denied tools', async () => {
    use({ noResultEvent: true })
    expect((await run({ phase: 'design' })).events.map(({ type }) => type)).toEqual([
      'session-started',
    ])
    mock.setScenario({ isError: true, deniedTools: ['Bash', 'a"b'] })
    const { events } = await run({ phase: 'design', args: ['-p', '--session-id', 'abc'] })
    expect(events[0]).toMatchObject({ sessionId: 'abc' })
    expect(events[1]).toMatchObject({ ok: false, deniedTools: ['Bash', 'a"b'] })
  })

  it('tells what a call costs, or does not tell it', async () => {
    use({ costUsd: 0.25 })
    const told = await run({ phase: 'design' })
    expect(told.events.at(-1)).toMatchObject({ usage: { inputTokens: 100, costUsd: 0.25 } })
    mock.setScenario({ costUsd: null })
    const unreported = await run({ phase: 'design' })
    expect(unreported.events.at(-1)).toMatchObject({
      usage: { inputTokens: 100, outputTokens: 10 },
    })
    expect(unreported.stdout).not.toContain('cost')
  })

  it('ends without any work when the server refuses, and says when it may come again', async () => {
    use({ apiStatus: 429, resetsAt: 1_800_000_000 })
    const { code, events } = await run({ phase: 'design' })
    expect(code).toBe(1)
    expect(events).toContainEqual({ type: 'quota-reached', resetsAt: 1_800_000_000 })
    expect(events.at(-1)).toMatchObject({ type: 'ended', ok: false, problem: { kind: 'quota' } })
    expect(existsSync(join(specDir, 'design.md'))).toBe(false)
    mock.setScenario({ apiStatus: 401 })
    expect((await run({ phase: 'design' })).events.at(-1)).toMatchObject({
      problem: { kind: 'auth', retryAt: null },
    })
  })

  it('stands still at a gate until it is released, and passes from then on', async () => {
    use({ hold: 'door', when: 'after-document' })
    const held = start({ phase: 'design' })
    await expect.poll(() => existsSync(join(specDir, 'design.md'))).toBe(true)
    expect(mock.calls()[0]).toMatchObject({ exitCode: null, endedAt: null })
    mock.release('door')
    expect(await held.ended).toEqual([0, null])
    expect((await run({ phase: 'design' })).code).toBe(0)
  })

  it('close lets waiting mocks go', async () => {
    use({ hold: 'door' })
    const held = start({ phase: 'design' })
    await expect.poll(() => mock.calls()).toHaveLength(1)
    mock.close()
    expect(await held.ended).toEqual([0, null])
  })

  it('close lets mocks go that come to the gate afterwards', async () => {
    use({ hold: 'door' })
    mock.close()
    expect((await run({ phase: 'design' })).code).toBe(0)
  })

  it('can hang until it is killed, and kill itself', async () => {
    use({ hangForever: true })
    const hanging = start({ phase: 'impl', path: '/usr/bin:/bin' })
    await once(hanging.child.stdout!, 'data')
    hanging.child.kill('SIGTERM')
    expect(await hanging.ended).toEqual([null, 'SIGTERM'])
    mock.setScenario({ killSelf: 'KILL' })
    expect(await run({ phase: 'impl' })).toMatchObject({ signal: 'SIGKILL' })
  })

  it('can be deaf to SIGTERM', async () => {
    use({ ignoreTerm: true, hold: 'door' })
    const deaf = start({ phase: 'design' })
    await once(deaf.child.stdout!, 'data')
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) deaf.child.kill(signal)
    mock.release('door')
    expect(await deaf.ended).toEqual([0, null])
  })

  it('leaves children behind and tells which', async () => {
    use({ escapeChildren: true })
    await run({ phase: 'impl', path: '/usr/bin:/bin' })
    const { children: left } = mock.calls()[0]!
    expect(left).toHaveLength(2)
    for (const pid of left) process.kill(pid, 'SIGKILL')
  })

  it('floods with numbered lines of multi-byte text', async () => {
    use({ floodMb: 1 })
    const { events } = await run({ phase: 'impl' })
    const texts = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
    expect(texts).toHaveLength(1024)
    expect(texts.every((line, n) => line.startsWith(`flood ${n} `))).toBe(true)
    expect(texts[0]).toContain('日本語')
  })

  it('records what a call was given', async () => {
    use({ record: true, reviewCounts: [[1, 0]] })
    const prompt = '# Answer\n\nMode of this run: fix\n\nBody `$x`'
    const args = ['-p', '--verbose', 'two words']
    const path = '/usr/bin:/bin'
    const { agentId } = await run({ phase: 'document-review-reply', round: 1, prompt, args, path })
    expect(mock.recorded(agentId)).toEqual({ args, prompt })
    expect(existsSync(join(specDir, 'document-review-1-reply.md'))).toBe(false)
  })
})
