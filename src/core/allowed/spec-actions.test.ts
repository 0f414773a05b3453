import { describe, expect, it } from 'vitest'
import type { Phase } from '../../contracts/phases.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { NOTHING_SPENT } from '../state/spent.ts'
import { DEFAULT_PERMISSIONS } from '../workflow/tables/spec-workflow.ts'
import { refusalOf } from '../workflow/rules/allowed-acts.ts'
import { rowSituation } from './row-situation.ts'
import { deployAction, nextAction, phaseActions } from './spec-actions.ts'

const nogo = (phase: Phase) => ({ ...rowAt('requirements').permissions, [phase]: false })

describe('the next action', () => {
  it.each([
    ['a new spec', rowAt('requirements'), { type: 'start' }],
    ['a running one', rowAt('design', { run: { status: 'running' } }), { type: 'stop' }],
    ['a queued one', rowAt('design', { run: { status: 'queued' } }), { type: 'stop' }],
    [
      'one that waits',
      rowAt('document-review', { run: { status: 'paused', reason: 'needs-discussion' } }),
      { type: 'resume' },
    ],
    [
      'a failed one',
      rowAt('design', { run: { status: 'error', reason: 'agent-failed' } }),
      { type: 'resume' },
    ],
    [
      'one at the limit of re-runs',
      rowAt('impl', { run: { status: 'error', reason: 'impl-limit' } }),
      { type: 'reset' },
    ],
    [
      'one whose budget is spent, as going on would be refused',
      rowAt('design', {
        run: { status: 'paused', reason: 'budget' },
        usage: { ...NOTHING_SPENT, costUsd: 2 },
        budget: { usd: 2, tokens: null, minutes: null },
      }),
      { type: 'budget' },
    ],
    [
      'one whose budget was raised',
      rowAt('design', {
        run: { status: 'paused', reason: 'budget' },
        usage: { ...NOTHING_SPENT, costUsd: 2 },
        budget: { usd: 5, tokens: null, minutes: null },
      }),
      { type: 'resume' },
    ],
    [
      'one that cannot be read',
      rowAt('requirements', { problem: 'broken' }),
      { type: 'see-problem' },
    ],
    [
      'one whose next phase is NOGO',
      rowAt('impl', {
        run: { status: 'completed', reason: 'nogo', phase: 'impl' },
        permissions: nogo('impl'),
      }),
      { type: 'permit-and-start', phase: 'impl' },
    ],
    [
      'one that was allowed to go on after its end',
      rowAt('impl', { run: { status: 'completed', reason: 'nogo', phase: 'impl' } }),
      { type: 'start' },
    ],
    [
      'one whose only phase left is deploy',
      rowAt('deploy', { run: { status: 'completed', reason: 'nogo', phase: 'deploy' } }),
      { type: 'view-changes' },
    ],
    [
      'E4 one that has passed everything',
      rowAt(null, { run: { status: 'completed', reason: 'done' } }),
      { type: 'view-changes' },
    ],
    [
      'U3 one whose document was written by hand and that nobody has read',
      rowAt('design', {
        mode: 'manual',
        run: { status: 'completed', reason: 'done', phase: 'requirements' },
        approvals: {
          ...rowAt('design').approvals,
          requirements: { generated: true, approved: false },
        },
      }),
      { type: 'review', phase: 'requirements' },
    ],
    [
      'U3 I3 one whose inspection says NOGO',
      rowAt('inspection', {
        run: { status: 'paused', reason: 'verdict-nogo', phase: 'inspection' },
        inspection: { round: 1, verdict: 'nogo' },
      }),
      { type: 'run-phase', phase: 'impl', fix: true },
    ],
    [
      'P8 one whose deploy was allowed after its end',
      rowAt('deploy', {
        run: { status: 'completed', reason: 'nogo', phase: 'deploy' },
        permissions: { ...DEFAULT_PERMISSIONS, deploy: true },
      }),
      { type: 'run-phase', phase: 'deploy', fix: false },
    ],
    [
      'P4 one whose deploy was asked for by hand and found a conflict',
      rowAt('deploy', { run: { status: 'paused', reason: 'conflict', phase: 'deploy' } }),
      { type: 'run-phase', phase: 'deploy', fix: false },
    ],
    [
      'P4 one whose run found a conflict',
      rowAt('deploy', {
        run: { status: 'paused', reason: 'conflict', phase: 'deploy' },
        permissions: { ...DEFAULT_PERMISSIONS, deploy: true },
      }),
      { type: 'resume' },
    ],
    [
      'one that was rejected after its end',
      rowAt('deploy', {
        run: { status: 'completed', reason: 'nogo', phase: 'deploy' },
        redo: ['design', 'tasks', 'document-review', 'inspection'],
      }),
      { type: 'start' },
    ],
    [
      'a paused one whose next phase has become NOGO, as a resume would be refused',
      rowAt('impl', { run: { status: 'paused', reason: 'user' }, permissions: nogo('impl') }),
      { type: 'permit-and-start', phase: 'impl' },
    ],
    [
      'one whose host died, whatever is permitted',
      rowAt('impl', {
        run: { status: 'paused', reason: 'interrupted' },
        permissions: nogo('impl'),
      }),
      { type: 'resume' },
    ],
    [
      'one after a phase by hand',
      rowAt('design', {
        mode: 'manual',
        run: { status: 'completed', reason: 'done', phase: 'requirements' },
      }),
      { type: 'start' },
    ],
  ])('of %s', (_, row, action) => {
    expect(nextAction(row)).toEqual(action)
  })
})

describe('what the user may do with a phase', () => {
  it('is nothing while a run is live or the spec cannot be read', () => {
    expect(phaseActions(rowAt('impl', { run: { status: 'running' } }), 'design')).toEqual([])
    expect(phaseActions(rowAt('impl', { problem: 'broken' }), 'design')).toEqual([])
  })

  it('begins with the approval of what is written and not approved', () => {
    const approvals = { ...rowAt('design').approvals }
    approvals.requirements = { generated: true, approved: false }
    const types = phaseActions(rowAt('design', { approvals }), 'requirements')
    expect(types.map(({ type }) => type)).toEqual(['approve', 'reject', 'run-phase'])
  })

  it('is running it once everything before it is approved', () => {
    expect(phaseActions(rowAt('design'), 'design')).toEqual([
      { type: 'run-phase', phase: 'design', fix: false },
    ])
    expect(phaseActions(rowAt('design'), 'tasks')).toEqual([])
    const missing = (at: Phase, phase: Phase) =>
      refusalOf(rowSituation(rowAt(at)), { type: 'run-phase', phase })
    expect(missing('design', 'tasks')).toMatchObject({
      missing: [{ phase: 'design', needs: 'approved' }],
    })
    expect(missing('impl', 'inspection')).toMatchObject({
      missing: [{ phase: 'impl', needs: 'tasks-done' }],
    })
    expect(missing('inspection', 'inspection')).toBeNull()
  })

  it('P8 offers a deploy only once the inspection has passed, and not twice', () => {
    expect(deployAction(rowAt('inspection'))).toBeNull()
    expect(deployAction(rowAt('deploy'))).toEqual({
      type: 'run-phase',
      phase: 'deploy',
      fix: false,
    })
    expect(deployAction(rowAt(null))).toBeNull()
  })

  it('offers nothing at the limit of re-runs', () => {
    const row = rowAt('impl', { run: { status: 'error', reason: 'impl-limit' } })
    expect(phaseActions(row, 'impl')).toEqual([])
  })

  it('offers the fixes of a review that has left some', () => {
    const rounds = [
      {
        roundNumber: 1,
        status: 'reply_complete',
        fixRequired: 2,
        needsDiscussion: 0,
        fixStatus: 'pending',
      } as const,
    ]
    const review = { status: 'in_progress', currentRound: null, rounds } as const
    const row = rowAt('document-review', { review: { ...review, rounds } })
    expect(phaseActions(row, 'document-review')).toEqual([
      { type: 'approve', phase: 'document-review' },
      { type: 'run-phase', phase: 'document-review', fix: false },
      { type: 'run-phase', phase: 'document-review', fix: true },
    ])
  })
})
