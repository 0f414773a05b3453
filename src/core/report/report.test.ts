import { describe, expect, it } from 'vitest'
import { journalEntrySchema, type JournalEntry } from '../../contracts/journal.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { ChangedFile } from '../../contracts/views/changes.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { bugItem, specNamed, type ItemName } from '../../contracts/work-item.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { changedFiles } from './changed-files.ts'
import { itemReport } from './item-report.ts'
import { actionsAtEnd, verdictOf } from './next-acts.ts'
import { projectReport } from './project-report.ts'
import { sinceAt } from './since.ts'

const DAY = '2026-03-01T'
const launch = (id: string) => ({ stepId: `step_1_${id}`, attempt: 1, agentId: `agent_1_${id}_1` })

/** Entries at these times of one day, numbered in order. */
function journal(...lines: [clock: string, type: JournalEntry['type'], fields?: object][]) {
  return lines.map(([clock, type, fields], at) =>
    journalEntrySchema.parse({
      seq: at + 1,
      time: `${DAY}${clock}:00.000Z`,
      type,
      level: 'info',
      message: '',
      ...fields,
    }),
  )
}

const begin = { runId: 'run_1', phase: null, agent: null, roundLimit: 7 }
const started = { ...begin, mode: 'auto', replyMode: 'autofix' }
const ended = (id: string, more: object = {}) => ({
  ...launch(id),
  status: 'completed',
  cause: 'success',
  exitCode: 0,
  sessionId: null,
  ignored: false,
  lost: false,
  ...more,
})
const usage = (costUsd: number) => ({
  usage: { inputTokens: 100, outputTokens: 20, costUsd },
  ranMs: 60_000,
})

const finished = (changes: Partial<ItemRow> = {}): ItemRow =>
  rowAt('deploy', { run: { status: 'completed', reason: 'nogo', phase: 'deploy' }, ...changes })

const reportOf = (row: ItemRow, entries: JournalEntry[], assumptions: string[] = []) =>
  itemReport({ row, entries, assumptions, changes: null, now: `${DAY}20:00:00.000Z` })

describe('the report of an item', () => {
  it('says what was decided without you, each once and only while it holds', () => {
    const entries = journal(
      ['08:00', 'run.started', started],
      ['08:01', 'approval.granted', { phase: 'requirements', by: 'auto-execution' }],
      ['08:02', 'approval.granted', { phase: 'design', by: 'auto-execution' }],
      ['08:03', 'approval.revoked', { phase: 'design', reason: 'no', fingerprint: null }],
      ['08:04', 'approval.granted', { phase: 'design', by: 'person' }],
      ['08:05', 'approval.granted', { phase: 'requirements', by: 'auto-execution' }],
      [
        '08:06',
        'agent.asked',
        { ...launch('1'), questionId: 'q1', tool: 'Bash', summary: 'npm publish', until: null },
      ],
      [
        '08:07',
        'agent.answered',
        { ...launch('1'), questionId: 'q1', answer: 'deny', by: 'timeout' },
      ],
      ['08:08', 'agent.switched', { phase: 'impl', from: 'claude', to: 'codex', why: 'quota' }],
      ['08:09', 'inspection.fix-started', { number: 1, attempt: 1 }],
      ['08:10', 'run.completed', { reason: 'nogo', phase: 'deploy' }],
    )
    expect(reportOf(finished(), entries, ['Emails are unique']).decided).toEqual([
      { kind: 'approved', phase: 'requirements', at: `${DAY}08:05:00.000Z` },
      { kind: 'assumption', text: 'Emails are unique' },
      { kind: 'denied', tool: 'Bash', summary: 'npm publish', at: `${DAY}08:07:00.000Z` },
      { kind: 'switched', phase: 'impl', from: 'claude', to: 'codex', at: `${DAY}08:08:00.000Z` },
      { kind: 'fixed', inspection: 1, at: `${DAY}08:09:00.000Z` },
    ])
  })

  it('says that an agent resolved a conflict, unless you had to', () => {
    const conflict = { files: ['src/cart.ts'] }
    const resolved = journal(
      ['08:00', 'deploy.conflicted', conflict],
      ['08:01', 'deploy.completed', { commit: 'c', url: null }],
    )
    const yours = journal(
      ['08:00', 'deploy.conflicted', conflict],
      ['08:01', 'run.paused', { reason: 'conflict', phase: 'deploy', detail: '' }],
      ['08:02', 'deploy.completed', { commit: 'c', url: null }],
    )
    expect(reportOf(finished(), resolved).decided).toEqual([
      { kind: 'conflict', files: ['src/cart.ts'], at: `${DAY}08:00:00.000Z` },
    ])
    expect(reportOf(finished(), yours).decided).toEqual([])
  })

  it('says which phases of a bug were skipped, and of a spec none', () => {
    const bug = finished({ item: bugItem('double' as ItemName), workflow: 'bug' })
    const permissions = { ...bug.permissions, analyze: false, deploy: false }
    const passed: Phase[] = ['fix', 'verify']
    expect(reportOf({ ...bug, permissions, passed, done: passed }, []).decided).toEqual([
      { kind: 'skipped', phase: 'analyze' },
    ])
    expect(reportOf(finished(), []).decided).toEqual([])
  })

  it('counts from the journal: rounds, re-runs, checks, begin and end', () => {
    const check = {
      ...launch('3'),
      phase: 'impl',
      name: 'test',
      purpose: 'check',
      where: 'workspace',
      isTimeout: false,
      log: 'agent_1_3_1',
      tree: null,
    }
    const round = { fixStatus: 'applied', reviewCompletedAt: null }
    const entries = journal(
      ['08:00', 'run.started', started],
      [
        '08:10',
        'review.round-completed',
        { ...round, round: 1, fixRequired: 3, needsDiscussion: 0, approved: false },
      ],
      [
        '08:20',
        'review.round-completed',
        { ...round, round: 2, fixRequired: 0, needsDiscussion: 0, approved: true },
      ],
      ['08:30', 'impl.rerun', { attempt: 1, done: 2, total: 4 }],
      ['08:40', 'check.completed', { ...check, result: 'failed', exitCode: 1, ms: 900 }],
      ['08:45', 'impl.rerun', { attempt: 2, done: 4, total: 4, failing: ['test'] }],
      ['08:50', 'check.completed', { ...check, result: 'passed', exitCode: 0, ms: 1200 }],
      ['08:51', 'check.completed', { ...check, result: 'stopped', exitCode: null, ms: 5 }],
      ['09:00', 'run.completed', { reason: 'nogo', phase: 'deploy' }],
    )
    const reviewed = (roundNumber: number, fixRequired: number) => ({
      roundNumber,
      status: 'reply_complete' as const,
      fixRequired,
      needsDiscussion: 0,
      fixStatus: 'applied' as const,
    })
    const row = finished({
      checks: [{ name: 'test', result: 'passed', at: null, log: null }],
      review: { status: 'approved', currentRound: null, rounds: [reviewed(1, 3), reviewed(2, 0)] },
    })
    expect(reportOf(row, entries)).toMatchObject({
      verdict: 'passed',
      title: 'A small feature',
      beganAt: `${DAY}08:00:00.000Z`,
      endedAt: `${DAY}09:00:00.000Z`,
      reruns: 2,
      rounds: [
        { round: 1, fixRequired: 3, isApproved: false },
        { round: 2, fixRequired: 0, isApproved: true },
      ],
      checks: [{ name: 'test', result: 'passed', ms: 1200, exitCode: 0 }],
      next: [{ act: 'view-changes' }, { act: 'deploy' }],
    })
  })

  it('has one word for how things are', () => {
    const deployed = rowAt(null, { run: { status: 'completed', reason: 'done' } })
    const offered = { ...deployed.deploy, url: 'https://example.org/1' }
    const paused = (reason: 'user' | 'conflict') =>
      rowAt('impl', { run: { status: 'paused', reason, phase: 'impl' } })
    expect(
      [
        rowAt('requirements'),
        rowAt('impl', { run: { status: 'running', phase: 'impl' } }),
        rowAt('impl', { run: { status: 'queued', phase: 'impl' } }),
        paused('user'),
        paused('conflict'),
        rowAt('impl', { run: { status: 'error', reason: 'timeout', phase: 'impl' } }),
        rowAt('impl', { run: { status: 'completed', reason: 'nogo', phase: 'impl' } }),
        finished(),
        deployed,
        { ...deployed, deploy: offered },
      ].map(verdictOf),
    ).toEqual([
      'not-started',
      'running',
      'queued',
      'stopped',
      'needs-you',
      'failed',
      'done',
      'passed',
      'deployed',
      'pull-request',
    ])
  })

  it('offers a pull request where deploying opens one, and the decision where one is open', () => {
    expect(reportOf(finished({ deployMode: 'pull-request' }), []).next).toContainEqual({
      act: 'pull-request',
    })
    const nogo = rowAt('inspection', {
      run: { status: 'paused', reason: 'needs-discussion', phase: 'document-review' },
    })
    expect(actionsAtEnd(nogo)[0]).toEqual({ type: 'resume' })
  })
})

describe('the files of a report', () => {
  const file = (path: string, changes: Partial<ChangedFile> = {}): ChangedFile => ({
    path,
    from: null,
    status: 'modified',
    kind: 'text',
    added: 1,
    removed: 1,
    mode: null,
    version: '',
    owner: { by: 'item' },
    isShared: false,
    ...changes,
  })
  const base = { hash: 'h', subject: 's', at: '' }
  const LOGIN = specNamed('login')

  it("are the item's own, without documents and without the work of others", () => {
    const files = [
      file('src/b.ts', { added: 2, removed: 0 }),
      file('src/a.ts'),
      file('logo.png', { kind: 'binary', added: null, removed: null }),
      file('.kiro/specs/login/tasks.md'),
      file('mine.txt', { owner: { by: 'person' } }),
    ]
    expect(changedFiles(LOGIN, { state: 'ok', base, files, omitted: 0 })).toEqual({
      count: 3,
      added: 3,
      removed: 1,
      names: ['logo.png', 'src/a.ts', 'src/b.ts'],
      isPart: false,
    })
    expect(changedFiles(LOGIN, { state: 'ok', base, files, omitted: 2 })?.isPart).toBe(true)
    expect(changedFiles(LOGIN, { state: 'no-git' })).toBeNull()
  })

  it.each([
    ['login@openspec', 'openspec/changes/login/tasks.md'],
    ['001-login@spec-kit', 'specs/001-login/tasks.md'],
    ['login@spec-workflow', '.spec-workflow/specs/login/tasks.md'],
  ])('of %s do not include its documents: %s', (name, document) => {
    const files = [file(document), file('.kiro/steering/product.md'), file('src/a.ts')]
    const of = changedFiles(specNamed(name), { state: 'ok', base, files, omitted: 0 })
    expect(of?.names).toEqual(['src/a.ts'])
  })

  it("of a spec in .kiro include a folder that is another format's", () => {
    const files = [file('specs/login.spec.ts')]
    const of = changedFiles(LOGIN, { state: 'ok', base, files, omitted: 0 })
    expect(of?.names).toEqual(['specs/login.spec.ts'])
  })
})

describe('the report of a time', () => {
  const since = `${DAY}06:00:00.000Z`
  const until = `${DAY}20:00:00.000Z`
  const named = (name: string, row: ItemRow): ItemRow => ({ ...row, item: specNamed(name) })

  it('puts each item where it matters most and adds up what was used in this time', () => {
    const report = projectReport(
      [
        {
          row: named('done', finished()),
          entries: journal(
            ['08:00', 'agent.ended', ended('1', usage(0.25))],
            ['08:00', 'agent.ended', ended('1', usage(0.25))],
            ['09:00', 'run.completed', { reason: 'nogo', phase: 'deploy' }],
          ),
        },
        {
          row: named('merged', rowAt(null, { run: { status: 'completed', reason: 'done' } })),
          entries: journal(
            ['10:00', 'agent.ended', ended('2', { ranMs: 30_000 })],
            ['11:00', 'deploy.completed', { commit: 'abc', url: null }],
            ['11:01', 'run.completed', { reason: 'done', phase: 'deploy' }],
          ),
        },
        { row: named('quiet', finished()), entries: [] },
        {
          row: named('broken', rowAt('impl', { run: { status: 'error', reason: 'timeout' } })),
          entries: journal([
            '07:00',
            'agent.ended',
            ended('9', { cause: 'not-started', ...usage(9) }),
          ]),
        },
        {
          row: named('asks', rowAt('impl', { run: { status: 'paused', reason: 'conflict' } })),
          entries: [],
        },
        { row: named('works', rowAt('impl', { run: { status: 'running' } })), entries: [] },
        { row: named('waits', rowAt('impl', { run: { status: 'queued' } })), entries: [] },
      ],
      { since, until, asked: [] },
    )
    expect(report.lines.map(({ item, group }) => [item.name, group])).toEqual([
      ['asks', 'needs-you'],
      ['broken', 'failed'],
      ['waits', 'running'],
      ['works', 'running'],
      ['merged', 'merged'],
      ['done', 'ended'],
    ])
    expect(report.lines.at(-2)?.at).toBe(`${DAY}11:00:00.000Z`)
    expect(report.spent).toEqual({
      agents: 2,
      ms: 90_000,
      inputTokens: 100,
      outputTokens: 20,
      costUsd: 0.25,
      unreportedTokens: 1,
      unreportedCost: 1,
    })
  })

  it('begins so long ago, or at a moment', () => {
    const now = '2026-03-02T12:00:00.000Z'
    expect(['12h', '2d', '1w', '2026-03-01T00:00:00+09:00'].map((at) => sinceAt(at, now))).toEqual([
      '2026-03-02T00:00:00.000Z',
      '2026-02-28T12:00:00.000Z',
      '2026-02-23T12:00:00.000Z',
      '2026-02-28T15:00:00.000Z',
    ])
  })
})
