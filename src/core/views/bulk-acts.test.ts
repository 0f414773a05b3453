import { describe, expect, it } from 'vitest'
import { asShown, rowAt } from '../../testkit/spec-row.ts'
import { bulkRun, bulkStop, whyNotArchived } from './bulk-acts.ts'

const done = (action: object) => ({ ok: true, action })
const alone = (why: string) => ({ ok: false, why })

describe('an act on many rows', () => {
  it('starts and resumes what a row’s own button would, and decides nothing unseen', () => {
    const unread = rowAt('design')
    unread.approvals.requirements = { generated: true, approved: false }
    const nogo = rowAt('design')
    nogo.permissions = { ...nogo.permissions, design: false }
    const paused = { status: 'paused', reason: 'user', phase: 'design' } as const
    expect([
      bulkRun(rowAt('design')),
      bulkRun(rowAt('design', { run: paused })),
      bulkRun(rowAt('design', { run: { status: 'running', phase: 'design' } })),
      bulkRun(asShown(unread)),
      bulkRun(asShown(nogo)),
      bulkRun(rowAt(null)),
      bulkRun(rowAt('design', { problem: 'spec.json: line 1' })),
    ]).toEqual([
      done({ type: 'start' }),
      done({ type: 'resume' }),
      alone('running'),
      alone('needs-decision'),
      alone('next-is-nogo'),
      alone('nothing-left'),
      alone('unreadable'),
    ])
  })

  it('stops what runs or is in line, and archives what rests', () => {
    const queued = rowAt('design', { run: { status: 'queued' } })
    expect([bulkStop(queued), bulkStop(rowAt('design'))]).toEqual([
      done({ type: 'stop' }),
      alone('not-running'),
    ])
    expect([queued, rowAt('design')].map(whyNotArchived)).toEqual(['running', null])
  })
})
