import { specNamed } from '../../../contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { JournalEntry, Level } from '../../../contracts/journal.ts'
import { DOCUMENT_PHASES, type Phase } from '../../../contracts/phases.ts'
import type { Approvals, ReviewRound } from '../../../contracts/spec-json.ts'
import { allowedIn } from '../../../core/allowed/allowed.ts'
import { retryFrom } from '../../../core/views/offered.ts'
import { RESTING, RESTING_ROW } from '../../test-data/resting-row.ts'
import { documentOf, lastAgents, latestDocument } from './workflow/phase-facts.ts'
import { resultOf, reviewActions, roundsOf } from './workflow/round-list.ts'
import { fittingEntries } from './timeline/timeline-filter.ts'
import { DEFAULT_PERMISSIONS } from '../../../core/workflow/tables/spec-workflow.ts'

const approvals = (...phases: (keyof Approvals)[]): Approvals => {
  const of = (phase: keyof Approvals) => {
    const isThere = phases.includes(phase)
    return { generated: isThere, approved: isThere }
  }
  return { requirements: of('requirements'), design: of('design'), tasks: of('tasks') }
}
const withAllowed = (facts: Omit<ItemRow, 'allowed'> & Partial<ItemRow>): ItemRow => ({
  allowed: allowedIn(facts),
  ...facts,
})
const row = (more: Partial<ItemRow>): ItemRow => {
  const { redo = [], approvals: written = approvals(), review, inspections = [] } = more
  const done: Phase[] = [
    ...DOCUMENT_PHASES.filter((phase) => written[phase].generated),
    ...(review?.status === 'approved' ? (['document-review'] as const) : []),
    ...(more.tasks && more.tasks.done === more.tasks.total ? (['impl'] as const) : []),
    ...(inspections.at(-1)?.result === 'go' ? (['inspection'] as const) : []),
  ]
  const passed = done.filter((phase) => !redo.includes(phase))
  return withAllowed({ ...RESTING_ROW, passed, done, ...more })
}
const round = (roundNumber: number, more: Partial<ReviewRound> = {}): ReviewRound => ({
  roundNumber,
  status: 'reply_complete',
  fixRequired: 0,
  needsDiscussion: 0,
  fixStatus: 'not_required',
  ...more,
})
const reviewed = (rounds: ReviewRound[], more: Partial<ItemRow> = {}): ItemRow =>
  row({
    approvals: approvals('requirements', 'design', 'tasks'),
    review: { status: 'in_progress', currentRound: null, rounds },
    ...more,
  })
const reviewing = { ...RESTING, status: 'running', phase: 'document-review', round: 2 } as const

describe('the rounds of a review', () => {
  it('L7.2 are those of roundDetails, each with what came out of it', () => {
    const rounds = [
      round(1, { fixRequired: 3, fixStatus: 'applied' }),
      round(2, { fixRequired: 1, fixStatus: 'pending' }),
      round(3, { needsDiscussion: 2 }),
      round(4, { fixRequired: null }),
      round(5, { status: 'review_complete', fixRequired: null, needsDiscussion: null }),
      round(6, { status: 'incomplete', fixRequired: null, needsDiscussion: null }),
      round(7),
    ]
    const spec = reviewed(rounds)
    expect(roundsOf(spec)).toEqual(rounds)
    expect(rounds.map((one) => resultOf(spec, one))).toEqual([
      'fixed',
      'fixes-pending',
      'needs-discussion',
      'unknown',
      'replying',
      'unfinished',
      'approved',
    ])
  })

  it('L7.1 show the round at work before it is written down', () => {
    const spec = reviewed([round(1)], { run: reviewing })
    const last = roundsOf(spec).at(-1)
    expect(last).toMatchObject({ roundNumber: 2, status: 'incomplete', fixRequired: null })
    expect(last && resultOf(spec, last)).toBe('reviewing')
  })

  it('end approved when the user took the documents as they were', () => {
    const rounds = [round(1, { needsDiscussion: 2 })]
    const spec = reviewed(rounds, {
      review: { status: 'approved', currentRound: null, rounds },
    })
    expect(rounds.map((one) => resultOf(spec, one))).toEqual(['approved'])
  })

  it('are answered so that a waiting run continues', () => {
    const paused = { ...reviewing, status: 'paused', reason: 'needs-discussion' } as const
    expect(reviewActions(reviewed([round(1, { needsDiscussion: 1 })], { run: paused }))).toEqual({
      takeAsIs: { type: 'approve-review-and-resume' },
      oneMore: { type: 'resume' },
      applyFixes: null,
    })
  })

  it('are answered manually when no run waits, and not at all while one works', () => {
    const rounds = [round(1, { fixRequired: 1, fixStatus: 'pending' })]
    expect(reviewActions(reviewed(rounds))).toEqual({
      takeAsIs: { type: 'approve', phase: 'document-review' },
      oneMore: { type: 'run-phase', phase: 'document-review', fix: false },
      applyFixes: { type: 'run-phase', phase: 'document-review', fix: true },
    })
    expect(reviewActions(reviewed(rounds, { run: reviewing }))).toEqual({
      takeAsIs: null,
      oneMore: null,
      applyFixes: null,
    })
  })
})

describe('what is known about a phase', () => {
  const from = (spec: ItemRow, phase: Phase) => retryFrom(spec, phase)

  it('is run again only when its turn has come', () => {
    const spec = row({ approvals: approvals('requirements') })
    expect(from(spec, 'requirements')).toEqual({ type: 'retry', from: 'requirements' })
    expect(from(spec, 'design')).toEqual({ type: 'retry', from: 'design' })
    expect(from(spec, 'tasks')).toBeNull()
    expect(from(spec, 'deploy')).toBeNull()
  })

  it('is not run again while it runs, is NOGO, or the spec has to be reset first', () => {
    const nogo = { ...DEFAULT_PERMISSIONS, requirements: false }
    expect(from(row({ permissions: nogo }), 'requirements')).toBeNull()
    expect(from(row({ run: { ...RESTING, status: 'running' } }), 'requirements')).toBeNull()
    const limit = { ...RESTING, status: 'error', reason: 'impl-limit' } as const
    expect(from(row({ run: limit }), 'requirements')).toBeNull()
  })

  it('has the document that it wrote last', () => {
    const spec = reviewed([round(1), round(2, { status: 'review_complete' })])
    expect(documentOf(spec, 'design')).toBe('design.md')
    expect(documentOf(spec, 'document-review')).toBe('document-review-2.md')
    expect(documentOf(spec, 'inspection')).toBeNull()
    expect(latestDocument(spec)).toBe('document-review-2.md')
    expect(latestDocument(row({}))).toBe('requirements.md')
  })

  it('keeps its document when the user has sent it back', () => {
    const spec = row({ approvals: approvals('requirements', 'design'), redo: ['design'] })
    expect(documentOf(spec, 'design')).toBe('design.md')
    expect(documentOf(spec, 'tasks')).toBeNull()
  })

  it('has the newest agent of this spec, a reply being part of the review', () => {
    const agent = (agentId: string, phase: AgentInfo['phase'], name = 'sign-in') =>
      ({ agentId, phase, item: specNamed(name), agent: 'claude' }) as AgentInfo
    const last = lastAgents(
      [
        agent('a', 'document-review'),
        agent('b', 'document-review-reply'),
        agent('c', 'document-review', 'search'),
        { ...agent('d', 'document-review'), agent: 'check:test' },
      ],
      specNamed('sign-in'),
    )
    expect([...last].map(([phase, { agentId }]) => [phase, agentId])).toEqual([
      ['document-review', 'b'],
    ])
  })
})

describe('the timeline', () => {
  const entry = (seq: number, level: Level, message: string) =>
    ({ seq, level, message, type: 'run.reset' }) as JournalEntry
  const entries = [entry(3, 'error', 'red'), entry(2, 'warning', 'amber'), entry(1, 'info', 'x')]
  const seqs = (level: 'all' | 'warnings' | 'errors', query = '') =>
    fittingEntries(entries, { level, query, wordsOf: ({ seq }) => `Words ${seq}` }).map(
      (line) => line.entry.seq,
    )

  it('keeps what is at least as bad as what was asked for', () => {
    expect([seqs('all'), seqs('warnings'), seqs('errors')]).toEqual([[3, 2, 1], [3, 2], [3]])
  })

  it('finds the words on screen and the ones in the file', () => {
    expect([seqs('all', ' words 2 '), seqs('all', 'AMBER'), seqs('all', 'nothing')]).toEqual([
      [2],
      [2],
      [],
    ])
  })
})
