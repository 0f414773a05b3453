import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CliWorld, jsonLines } from '../../testkit/worlds/cli-world.ts'

const bugDir = (world: CliWorld, name: string): string => join(world.project, '.kiro', 'bugs', name)
const record = (world: CliWorld, name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(bugDir(world, name), 'bug.json'), 'utf8')) as Record<string, unknown>

describe('sdd bug', () => {
  it('B6 reports a bug, runs it to a verified fix and shows it', async () => {
    await using world = new CliWorld()
    const created = await world.sdd([
      'bug',
      'new',
      'double-charge',
      '--description',
      'Two charges.',
    ])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect(created.stdout).toContain('sdd bug run double-charge')
    expect(record(world, 'double-charge')).toMatchObject({
      bug_name: 'double-charge',
      phase: 'reported',
      description: 'Two charges.',
    })
    expect(readFileSync(join(bugDir(world, 'double-charge'), 'report.md'), 'utf8')).toContain(
      'Two charges.',
    )

    const ran = await world.sdd(['bug', 'run', 'double-charge', '--json'])
    expect(ran.code).toBe(0)
    expect(jsonLines(ran.stdout).at(-1)).toMatchObject({
      type: 'result',
      status: 'completed',
      executedPhases: ['analyze', 'fix', 'verify'],
    })

    const shown = await world.sdd(['bug', 'status', '--json'])
    expect(jsonLines(shown.stdout)).toEqual([
      {
        type: 'status',
        bug: 'double-charge',
        phase: 'verified',
        run: expect.objectContaining({ status: 'completed', reason: 'nogo', phase: 'deploy' }),
        permissions: { analyze: true, fix: true, verify: true, deploy: false },
        workspace: { kind: 'checkout' },
        checks: [],
        deploy: expect.objectContaining({ state: 'none', commit: null, url: null }),
        usage: expect.anything(),
      },
    ])
    const words = await world.sdd(['bug', 'status', 'double-charge'])
    expect(words.stdout).toContain('verified')
    expect(words.stdout).not.toContain('inspection')
    const log = await world.sdd(['bug', 'log', 'double-charge'])
    expect(log.stdout).toContain('Verification 1: VERIFIED')
  })

  it('B4 B6 a bug that stays broken ends with code 3 and names the command for bugs', async () => {
    await using world = new CliWorld({ verified: ['NOT VERIFIED'] })
    await world.sdd(['bug', 'new', 'crash', '--description', 'It crashes.'])
    const { code, stdout } = await world.sdd(['bug', 'run', 'crash'])
    expect(code).toBe(3)
    expect(stdout).toContain('sdd bug resume crash')
    expect(stdout).toContain(join('bugs', 'crash', 'verification.md'))
    const resumed = await world.sdd(['bug', 'resume', 'crash', '--json'])
    expect(resumed.code).toBe(3)
    expect(jsonLines(resumed.stdout).at(-1)).toMatchObject({ reason: 'not-verified' })
  })

  it('B6 every verb reaches the bug, and a spec of the same name stays as it is', async () => {
    await using world = new CliWorld()
    await world.spec('twin')
    await world.sdd(['bug', 'new', 'twin', '--description', 'It crashes.'])
    const spec = world.journal('twin').length
    const acts: [string[], number][] = [
      [['permit', 'twin', '--nogo', 'verify'], 0],
      [['budget', 'twin', '--usd', '5'], 0],
      [['tell', 'twin', 'Mind the tests.'], 0],
      [['phase', 'twin', 'analyze'], 0],
      [['run', 'twin', '--go', 'verify'], 0],
      [['retry', 'twin', '--from', 'fix'], 0],
      [['stop', 'twin'], 0],
      [['reset', 'twin'], 0],
      [['answer', 'twin', 'allow'], 2],
    ]
    for (const [words, expected] of acts) {
      const { code, stderr } = await world.sdd(['bug', ...words])
      expect([words, code, stderr.includes('Internal')]).toEqual([words, expected, false])
    }
    expect(record(world, 'twin')).toMatchObject({ phase: 'verified', budget: { usd: 5 } })
    expect(world.journal('twin')).toHaveLength(spec)
  })

  it('B5 a phase is retried three times in a run, and again after a reset', async () => {
    await using world = new CliWorld({ verified: ['MAYBE'] })
    await world.sdd(['bug', 'new', 'crash', '--description', 'It crashes.'])
    await world.sdd(['bug', 'run', 'crash'])
    const retry = async () => world.sdd(['bug', 'retry', 'crash', '--from', 'verify'])
    for (let count = 0; count < 3; count++) expect((await retry()).code).toBe(3)
    const refused = await retry()
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('already retried 3 times')
    expect(refused.stderr).toContain('sdd bug reset crash')
    await world.sdd(['bug', 'reset', 'crash'])
    expect((await retry()).code).toBe(3)
  })

  it('B7 a bug of the older tool is shown and run, and keeps the keys that it came with', async () => {
    await using world = new CliWorld()
    const dir = bugDir(world, 'old')
    mkdirSync(dir, { recursive: true })
    const before = { bug_name: 'old', created_at: '2024-05-01T00:00:00Z', worktree: null, x: [1] }
    writeFileSync(join(dir, 'bug.json'), JSON.stringify(before))
    writeFileSync(join(dir, 'report.md'), '# Report\n\nIt crashes.\n')
    writeFileSync(join(dir, 'analysis.md'), '# Analysis\n\nA missing check.\n')
    writeFileSync(
      join(dir, 'events.jsonl'),
      '{"type":"auto-execution:start","timestamp":"2024-05-01T00:00:00Z"}\n',
    )
    const shown = await world.sdd(['bug', 'status', '--json'])
    expect(jsonLines(shown.stdout)[0]).toMatchObject({ bug: 'old', phase: 'analyzed' })
    expect((await world.sdd(['bug', 'log', 'old'])).stdout).toContain('auto-execution:start')
    const ran = await world.sdd(['bug', 'run', 'old', '--json'])
    expect(jsonLines(ran.stdout).at(-1)).toMatchObject({ executedPhases: ['fix', 'verify'] })
    expect(record(world, 'old')).toMatchObject({ ...before, phase: 'verified' })
  })
})

describe('sdd new --quick', () => {
  it('S6 a small change runs tasks, impl and inspection only, and is shown as such', async () => {
    await using world = new CliWorld()
    const created = await world.sdd(['new', 'typo', '--description', 'Fix it.', '--quick'])
    expect(created.code).toBe(0)
    const ran = await world.sdd(['run', 'typo', '--json'])
    expect(ran.code).toBe(0)
    expect(jsonLines(ran.stdout).at(-1)).toMatchObject({
      status: 'completed',
      phase: 'deploy',
      executedPhases: ['tasks', 'impl', 'inspection'],
    })
    const [status] = jsonLines((await world.sdd(['status', '--json'])).stdout)
    expect(status).toMatchObject({ workflow: 'quick', phase: 'inspection-complete' })
    expect((await world.sdd(['status', 'typo'])).stdout).toContain('quick')
    const refused = await world.sdd(['phase', 'typo', 'design'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('tasks, impl, inspection, deploy')
  })
})
