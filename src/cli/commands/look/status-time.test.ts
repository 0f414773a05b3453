import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Now } from '../../../contracts/views/now.ts'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'
import { nowWords } from '../../words/now-words.ts'

const at = (minute: number): string => `2025-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`
const launch = { stepId: 'step_1_1', attempt: 1, agentId: 'agent_1_1_1' }
const begin = { runId: 'run_1', phase: 'design', agent: null, roundLimit: 7 }

const ENTRIES = [
  [0, { type: 'run.started', ...begin, mode: 'auto', replyMode: 'autofix' }],
  [2, { type: 'phase.started', phase: 'design' }],
  [
    2,
    {
      type: 'step.started',
      ...launch,
      runId: 'run_1',
      phase: 'design',
      round: null,
      mode: null,
      before: {},
      resumeSessionId: null,
    },
  ],
  [
    32,
    {
      type: 'agent.ended',
      ...launch,
      status: 'completed',
      cause: 'success',
      exitCode: 0,
      sessionId: null,
      ignored: false,
      lost: false,
    },
  ],
  [32, { type: 'run.completed', reason: 'nogo', phase: 'tasks' }],
] as const

describe('time in sdd status', () => {
  it('an item says whose time it took, in words and in JSON', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const lines = ENTRIES.map(([minute, entry], index) =>
      JSON.stringify({ seq: index + 1, time: at(minute), level: 'info', message: '', ...entry }),
    )
    const log = join(world.project, '.kiro', 'specs', 'login', 'event-log.jsonl')
    writeFileSync(log, `${lines.join('\n')}\n`)
    const { stdout } = await world.sdd(['status', 'login'])
    expect(stdout).toMatch(/time +agents 30 min, checks and git 0 s, waiting 2 min, you 0 s/)
    const report = await world.sdd(['report', 'login'])
    expect(report.stdout).toMatch(
      /32 min in total: agents 30 min, checks and git 0 s, waiting 2 min/,
    )
    const [status] = jsonLines((await world.sdd(['status', 'login', '--json'])).stdout)
    expect(status).toMatchObject({
      time: { agentMs: 1_800_000, hostMs: 0, waitingMs: 120_000, personMs: 0, totalMs: 1_920_000 },
    })
    const [listed] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(listed).not.toHaveProperty('time')
  })
})

describe('what is done now, in words', () => {
  const now = (verb: Now['verb'], target: string | null): Now => ({ verb, target, since: at(0) })
  it.each([
    [now('edit', 'src/cart.ts'), 0, 'Edit src/cart.ts'],
    [now('edit', 'src/cart.ts'), 2, 'Edit src/cart.ts · 2 min'],
    [now('check', 'test'), 0, 'Running check test'],
    [now('git', 'integrate'), 0, 'Bringing the work onto the base branch'],
    [now('think', null), 0, 'Thinking'],
    [now('silent', null), 12, 'Not responding · 12 min'],
    [now('run', 'x\u001B[2Jy'), 0, 'Running xy'],
  ])('%j after %d minutes', (one, minutes, words) => {
    expect(nowWords(one, Date.parse(at(minutes)))).toBe(words)
  })
})
