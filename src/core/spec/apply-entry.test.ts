import { describe, expect, it } from 'vitest'
import type { JournalEntry, NewEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import { applyEntry } from './apply-entry.ts'
import { normaliseSpec } from './normalise.ts'

const TIME = '2025-01-02T03:04:05.000Z'
const entry = (bare: NewEntry): JournalEntry =>
  ({ seq: 1, time: TIME, level: 'info', message: '', ...bare }) as JournalEntry

const FULL = {
  custom: { nested: [1, { deep: true }] },
  feature_name: 'alpha',
  phase: 'tasks-generated',
  updated_at: 'before',
  approvals: {
    requirements: { generated: true, approved: true, by: 'Ann' },
    design: { generated: true, approved: true },
    tasks: { generated: true, approved: false },
    extra: { generated: true },
  },
  autoExecution: { enabled: true, permissions: { impl: true, custom: false } },
  documentReview: {
    status: 'in_progress',
    currentRound: 2,
    reviewer: 'Bob',
    roundDetails: [{ round: 1, status: 'resolved', note: 'kept' }],
  },
  inspection: { tool: 'x', rounds: [{ number: 1, result: 'nogo', note: 'kept' }] },
  worktree: null,
} satisfies SpecJson

const completed = (round: number, counts: [number, number]) =>
  entry({
    type: 'review.round-completed',
    round,
    fixRequired: counts[0],
    needsDiscussion: counts[1],
    fixStatus: 'pending',
    reviewCompletedAt: null,
    approved: counts[0] + counts[1] === 0,
  })

describe('applyEntry', () => {
  const changing: [string, NewEntry][] = [
    ['phase.completed', { type: 'phase.completed', phase: 'tasks', rounds: 1 }],
    ['phase.completed impl', { type: 'phase.completed', phase: 'impl', rounds: 1 }],
    ['approval.granted', { type: 'approval.granted', phase: 'tasks', by: 'person' }],
    [
      'approval.granted review',
      { type: 'approval.granted', phase: 'document-review', by: 'person' },
    ],
    [
      'approval.revoked',
      { type: 'approval.revoked', phase: 'design', reason: '', fingerprint: null },
    ],
    ['permission.changed', { type: 'permission.changed', phase: 'impl', go: false }],
    ['review.fixes-applied', { type: 'review.fixes-applied', round: 1, changed: true }],
    ['review.contradicted', { type: 'review.contradicted', round: 1, claimed: 'approved' }],
    ['inspection.completed', { type: 'inspection.completed', number: 2, result: 'go' }],
    ['phase.followed', { type: 'phase.followed', from: 'a', to: 'initialized', generated: [] }],
  ]

  it.each(changing)('X13 keeps every key it does not know, and the order: %s', (_name, bare) => {
    const before = structuredClone(FULL)
    const after = applyEntry(FULL, entry(bare))

    expect(after).not.toBe(FULL)
    expect(FULL).toEqual(before)
    expect(Object.keys(after)).toEqual(Object.keys(FULL))
    expect(after['custom']).toBe(FULL.custom)
    expect(after['worktree']).toBeNull()
    expect(after['updated_at']).toBe(TIME)
    expect(after).toMatchObject({
      approvals: { requirements: { by: 'Ann' }, extra: { generated: true } },
      autoExecution: { enabled: true, permissions: { custom: false } },
      documentReview: { reviewer: 'Bob', roundDetails: [{ round: 1, note: 'kept' }] },
      inspection: {
        tool: 'x',
        rounds: expect.arrayContaining([{ number: 1, result: 'nogo', note: 'kept' }]),
      },
    })
  })

  it.each<NewEntry>([
    { type: 'run.paused', reason: 'user', phase: null, detail: '' },
    { type: 'run.failed', reason: 'timeout', phase: null, detail: '', problem: null },
    { type: 'run.completed', reason: 'nogo', phase: null },
  ])('R23 $type keeps the round that was begun, whatever an agent says of it', (bare) => {
    expect(applyEntry(FULL, entry(bare))).toBe(FULL)
    const claimed = { ...FULL, documentReview: { ...FULL.documentReview, status: 'approved' } }
    expect(applyEntry(claimed, entry(bare))).toEqual({ ...FULL, updated_at: TIME })
    const fixed = applyEntry(FULL, entry({ type: 'review.fixes-applied', round: 1, changed: true }))
    expect(fixed['documentReview']).toMatchObject({ currentRound: 2 })
  })

  it('X13 the same entry twice is the same as once', () => {
    for (const [, bare] of changing) {
      const once = applyEntry(FULL, entry(bare))
      expect(applyEntry(once, entry(bare))).toEqual(once)
    }
    const once = applyEntry(FULL, completed(2, [1, 0]))
    expect(applyEntry(once, completed(2, [1, 0]))).toEqual(once)
  })

  it.each<[string, NewEntry]>([
    ['run.reset', { type: 'run.reset' }],
    ['impl.rerun', { type: 'impl.rerun', attempt: 3, done: 1, total: 4 }],
    ['impl.limit-reached', { type: 'impl.limit-reached', done: 1, total: 4 }],
    ['phase.started', { type: 'phase.started', phase: 'impl' }],
  ])('G2.3 X13 %s changes nothing in spec.json', (_name, bare) => {
    expect(applyEntry(FULL, entry(bare))).toBe(FULL)
  })

  it('L6.1 L6.2 a round approves only when nothing is left to fix or to discuss', () => {
    const statusAfter = (counts: [number, number]) =>
      (applyEntry(FULL, completed(2, counts))['documentReview'] as SpecJson)['status']
    expect(statusAfter([0, 0])).toBe('approved')
    for (const counts of [
      [0, 1],
      [1, 0],
      [1, 1],
    ] as [number, number][])
      expect(statusAfter(counts)).toBe('in_progress')
  })

  it('R14 L4.3 a completed round is added behind the others and ends currentRound', () => {
    const after = applyEntry(FULL, completed(2, [1, 2]))
    expect(after['documentReview']).toEqual({
      status: 'in_progress',
      reviewer: 'Bob',
      roundDetails: [
        { round: 1, status: 'resolved', note: 'kept' },
        {
          roundNumber: 2,
          status: 'reply_complete',
          replyCompletedAt: TIME,
          fixRequired: 1,
          needsDiscussion: 2,
          fixStatus: 'pending',
        },
      ],
    })
  })

  it('R13 a round that an agent has entered itself is replaced, whatever it calls its number', () => {
    const json = { documentReview: { roundDetails: [{ round: 1, status: 'approved' }] } }
    const { documentReview } = applyEntry(json, completed(1, [2, 0]))
    expect(documentReview).toMatchObject({
      status: 'in_progress',
      roundDetails: [{ roundNumber: 1, fixRequired: 2 }],
    })
    expect((documentReview as { roundDetails: unknown[] }).roundDetails).toHaveLength(1)
  })

  it('R8 a rejected document takes all later ones with it, and the review', () => {
    const after = applyEntry(
      FULL,
      entry({ type: 'approval.revoked', phase: 'design', reason: 'no', fingerprint: null }),
    )
    const none = { generated: false, approved: false }
    expect(after).toMatchObject({
      phase: 'requirements-generated',
      approvals: { requirements: { generated: true, approved: true }, design: none, tasks: none },
      documentReview: { status: 'pending', roundDetails: [{ round: 1 }] },
    })
  })

  it('R17 a document generated again takes back its approval and the review, not the rounds', () => {
    const after = applyEntry(FULL, entry({ type: 'phase.completed', phase: 'design', rounds: 1 }))
    expect(after).toMatchObject({
      phase: 'design-generated',
      approvals: { design: { generated: true, approved: false } },
      documentReview: { status: 'pending', roundDetails: [{ round: 1 }] },
    })
  })

  it('X13 puts what is missing into an empty file without inventing the rest', () => {
    expect(applyEntry({}, entry({ type: 'permission.changed', phase: 'impl', go: false }))).toEqual(
      {
        autoExecution: { permissions: { impl: false } },
        updated_at: TIME,
      },
    )
    expect(
      applyEntry({}, entry({ type: 'phase.completed', phase: 'requirements', rounds: 0 })),
    ).toEqual({
      phase: 'requirements-generated',
      approvals: { requirements: { generated: true, approved: false } },
      updated_at: TIME,
    })
  })
})

describe('an inspection that only counts its rounds', () => {
  it('X13 the integer survives, and the new round stands beside it', () => {
    const json = { inspection: { rounds: 2, tool: 'x' } }
    const go = entry({ type: 'inspection.completed', number: 3, result: 'go' })
    const after = applyEntry(json, go)
    const round = { number: 3, result: 'go', inspectedAt: TIME }
    expect(after['inspection']).toEqual({ rounds: 3, tool: 'x', roundDetails: [round] })
    expect(normaliseSpec('alpha', after).inspections).toEqual([{ number: 3, result: 'go' }])
    expect(applyEntry(after, go)['inspection']).toEqual(after['inspection'])
  })
})
