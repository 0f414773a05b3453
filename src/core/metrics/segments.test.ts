import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Segment } from '../../contracts/views/insights.ts'
import { runSegments, timeTotals } from './segments.ts'

type Bare = { type: JournalEntry['type']; [field: string]: unknown }

const at = (minute: number): string =>
  `2026-01-01T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000Z`

/** Entries, each with the minute at which it was written. */
const journal = (...lines: [number, Bare][]): JournalEntry[] =>
  lines.map(
    ([minute, entry], index) =>
      ({ seq: index + 1, time: at(minute), level: 'info', message: '', ...entry }) as JournalEntry,
  )

const launch = (id: string) => ({ stepId: `step_${id}`, attempt: 1, agentId: `agent_${id}` })
const begin = { type: 'run.started', phase: 'impl', implReruns: 0 } as const
const step = (id: string, phase = 'impl'): Bare => ({
  type: 'step.started',
  ...launch(id),
  phase,
  round: null,
  agent: 'claude',
})
const ended = (id: string, more: object = {}): Bare => ({
  type: 'agent.ended',
  ...launch(id),
  status: 'completed',
  cause: 'success',
  lost: false,
  ...more,
})

const seen = (segments: Segment[]) =>
  segments.map(({ kind, from, to, isOpen }) => [
    kind,
    (Date.parse(from) - Date.parse(at(0))) / 60_000,
    (Date.parse(to) - Date.parse(at(0))) / 60_000,
    ...(isOpen ? ['open'] : []),
  ])

describe('segments of a run', () => {
  it('agents, checks, acts with git and waits follow each other', () => {
    const entries = journal(
      [0, { type: 'spec.created' }],
      [1, begin],
      [3, { type: 'phase.started', phase: 'impl' }],
      [3, { type: 'run.waiting', for: 'working-tree', phase: 'impl' }],
      [5, step('1')],
      [15, ended('1', { usage: { inputTokens: 7, outputTokens: 3 } })],
      [15, { type: 'git.started', ...launch('h1'), phase: 'impl', act: { type: 'record' } }],
      [16, { type: 'git.completed', ...launch('h1'), phase: 'impl', act: 'record', result: {} }],
      [16, { type: 'check.started', ...launch('h2'), phase: 'impl', work: { name: 'test' } }],
      [20, { type: 'check.completed', ...launch('h2'), phase: 'impl', result: 'failed', ms: 1 }],
      [20, { type: 'impl.rerun', attempt: 1, done: 1, total: 2 }],
      [20, step('2')],
      [30, ended('2')],
      [30, { type: 'run.completed', reason: 'done', phase: null }],
    )
    const segments = runSegments(entries, at(90))
    expect(seen(segments)).toEqual([
      ['waiting', 1, 3],
      ['waiting', 3, 5],
      ['agent', 5, 15],
      ['git', 15, 16],
      ['check', 16, 20],
      ['agent', 20, 30],
    ])
    expect(segments[2]).toMatchObject({
      phase: 'impl',
      rerun: 0,
      outcome: 'done',
      usage: { inputTokens: 7 },
    })
    expect(segments[4]).toMatchObject({ name: 'test', outcome: 'failed' })
    expect(segments[5]).toMatchObject({ rerun: 1 })
    expect(timeTotals(segments)).toEqual({
      agentMs: 20 * 60_000,
      hostMs: 5 * 60_000,
      waitingMs: 4 * 60_000,
      personMs: 0,
      totalMs: 29 * 60_000,
    })
  })

  it("a question is the user's time, in the middle of an agent's", () => {
    const question = { ...launch('1'), questionId: 'q' }
    const entries = journal(
      [0, begin],
      [0, step('1')],
      [4, { type: 'agent.asked', ...question }],
      [24, { type: 'agent.answered', ...question }],
      [30, ended('1', { usage: { inputTokens: 1, outputTokens: 1 } })],
    )
    const segments = runSegments(entries, at(40)).slice(1)
    expect(seen(segments)).toEqual([
      ['agent', 0, 4],
      ['person', 4, 24],
      ['agent', 24, 30],
    ])
    expect(segments.map(({ usage }) => usage !== null)).toEqual([false, false, true])
  })

  it('a pause is the user’s until the run is resumed, whatever they say meanwhile', () => {
    const entries = journal(
      [0, begin],
      [0, step('1')],
      [5, { type: 'run.paused', reason: 'user', phase: 'impl' }],
      [6, ended('1', { status: 'interrupted', usage: { inputTokens: 1, outputTokens: 2 } })],
      [10, { type: 'instruction.added', text: 'shorter' }],
      [60, { type: 'run.resumed', phase: 'impl', implReruns: 2 }],
      [61, step('2')],
    )
    const segments = runSegments(entries, at(70)).slice(1)
    expect(seen(segments)).toEqual([
      ['agent', 0, 5],
      ['person', 5, 60],
      ['waiting', 60, 61],
      ['agent', 61, 70, 'open'],
    ])
    expect(segments[0]).toMatchObject({ outcome: 'stopped', usage: { outputTokens: 2 } })
    expect(segments[3]).toMatchObject({ rerun: 2, outcome: null })
  })

  it('a night without a host is not the time of an agent that ended in it', () => {
    const recovered: [number, Bare] = [500, { type: 'run.recovered', recoveries: 1 }]
    const known = journal([0, begin], [0, step('1')], recovered, [
      500,
      ended('1', { ranMs: 600_000 }),
    ])
    expect(seen(runSegments(known, at(600))).slice(1)).toEqual([['agent', 0, 10]])
    const lost = journal(
      [0, begin],
      [0, step('1')],
      [7, { type: 'agent.started', ...launch('1') }],
      recovered,
      [501, ended('1', { status: 'failed', lost: true, ranMs: null })],
    )
    expect(seen(runSegments(lost, at(600))).slice(1)).toEqual([['agent', 0, 7]])
    const adopted = journal([0, begin], [0, step('1')], recovered)
    expect(seen(runSegments(adopted, at(600))).slice(1)).toEqual([['agent', 0, 600, 'open']])
  })

  it('a clock that was set back makes no time negative', () => {
    const entries = journal([30, begin], [10, step('1')], [20, ended('1')], [40, step('2')])
    expect(seen(runSegments(entries, at(0)))).toEqual([
      ['waiting', 30, 30],
      ['agent', 30, 30],
      ['agent', 40, 40, 'open'],
    ])
  })
})
