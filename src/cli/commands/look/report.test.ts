import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../../contracts/journal.ts'
import { runSegments, timeTotals } from '../../../core/metrics/segments.ts'
import { CliWorld, jsonLines } from '../../../testkit/worlds/cli-world.ts'

const SCENARIO = {
  reviewCounts: [
    [2, 0],
    [0, 0],
  ],
  ticksPerRun: [1, 'all'],
  costUsd: 0.25,
} as const

/** The cost of all agents in a journal, summed up independently. */
const costIn = (entries: JournalEntry[]): number =>
  entries.reduce(
    (sum, entry) => sum + (entry.type === 'agent.ended' ? (entry.usage?.costUsd ?? 0) : 0),
    0,
  )

describe('sdd report', () => {
  it('says how a spec went, by the numbers of its journal', async () => {
    await using world = new CliWorld(SCENARIO)
    await world.spec('login')
    await world.sdd(['run', 'login'])
    const entries = world.journal('login')
    const { code, stdout, stderr } = await world.sdd(['report', 'login', '--json'])
    expect([code, stderr]).toEqual([0, ''])
    const [report] = jsonLines(stdout)
    const last = entries.at(-1)?.time ?? ''
    expect(report).toMatchObject({
      type: 'report',
      feature: 'login',
      title: 'The login.',
      verdict: 'passed',
      rounds: [
        { round: 1, fixRequired: 2, isApproved: false },
        { round: 2, fixRequired: 0, isApproved: true },
      ],
      reruns: entries.filter(({ type }) => type === 'impl.rerun').length,
      time: timeTotals(runSegments(entries, last)),
      spent: { costUsd: costIn(entries), agents: 10 },
      beganAt: entries.find(({ type }) => type === 'run.started')?.time,
      endedAt: entries.findLast(({ type }) => type === 'run.completed')?.time,
      next: [{ act: 'view-changes' }, { act: 'deploy' }],
    })
    expect((report as { decided: object[] }).decided).toMatchObject([
      { kind: 'approved', phase: 'requirements' },
      { kind: 'approved', phase: 'design' },
      { kind: 'approved', phase: 'tasks' },
      { kind: 'approved', phase: 'document-review' },
    ])
    const text = await world.sdd(['report', 'login'])
    expect(text.stdout).toContain('login: Passed, not deployed')
    expect(text.stdout).toContain('2 rounds: 2 to fix, then approved')
    expect(text.stdout).toContain('not verified by checks: none are declared')
    expect(text.stdout).toContain('Requirements was approved automatically')
    expect(text.stdout).toContain('$2.50')
  })

  it('writes one file without a script, with everything escaped', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const record = join(world.specDir('login'), 'spec.json')
    const spec = JSON.parse(readFileSync(record, 'utf8')) as object
    const description = '<script>alert(1)</script> & "quoted" \u202Eesrever'
    writeFileSync(record, JSON.stringify({ ...spec, description }))
    const file = join(world.root, 'report.html')
    const { code, stdout } = await world.sdd(['report', 'login', '--html', file])
    expect([code, stdout]).toEqual([0, `Written: ${file}\n`])
    const html = readFileSync(file, 'utf8')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; esrever')
    expect(html).not.toMatch(/<script|<link|<img|https?:|@import|url\(/)
    const refused = await world.sdd(['report', 'login', '--html', join(world.root, 'no/such')])
    expect(refused.code).toBe(2)
  })

  it('says what happened in the project since then, and what needs you now', async () => {
    await using world = new CliWorld({
      costUsd: 0.5,
      overrides: [{ feature: 'search', phase: 'design', exitCode: 1, isError: true }],
    })
    await world.spec('login')
    await world.spec('search')
    await world.spec('idle')
    await world.sdd(['run', 'login'])
    await world.sdd(['run', 'search'])
    const { stdout } = await world.sdd(['report', '--since', '1h', '--json'])
    const [report] = jsonLines(stdout) as {
      items: { feature: string; group: string; spent: { costUsd: number } }[]
      spent: { costUsd: number }
    }[]
    expect(report?.items.map(({ feature, group }) => [feature, group])).toEqual([
      ['search', 'failed'],
      ['login', 'ended'],
    ])
    const [search, login] = ['search', 'login'].map((name) => costIn(world.journal(name)))
    expect(report?.items.map(({ spent }) => spent.costUsd)).toEqual([search, login])
    expect(report?.spent.costUsd).toBe((search ?? 0) + (login ?? 0))
    const later = await world.sdd(['report', '--since', '2999-01-01', '--json'])
    expect(jsonLines(later.stdout)).toMatchObject([
      { items: [{ feature: 'search', group: 'failed' }], spent: { agents: 0 } },
    ])
    const text = await world.sdd(['report'])
    expect(text.stdout).toContain('1 item for you to look at.')
    expect(text.stdout).toContain('search: The search. (Failed, agent-failed, $1.00)')
  })

  it('refuses what is no time, and a name together with one', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const soon = await world.sdd(['report', '--since', 'soon'])
    expect([soon.code, soon.stderr]).toEqual([2, expect.stringContaining('soon is not a time')])
    expect((await world.sdd(['report', 'login', '--since', '2d'])).code).toBe(2)
    expect((await world.sdd(['report', 'nothing'])).code).toBe(2)
  })
})
