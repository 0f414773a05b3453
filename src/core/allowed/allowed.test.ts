import { describe, expect, it } from 'vitest'
import { bugItem, specNamed } from '../../contracts/work-item.ts'
import { asShown, rowAt } from '../../testkit/spec-row.ts'
import { BUG_WORKFLOW } from '../workflow/tables/bug-workflow.ts'
import { defaultPermissions } from '../workflow/default-permissions.ts'
import { SPEC_WORKFLOW } from '../workflow/tables/spec-workflow.ts'
import { phasesOf } from '../workflow/workflows.ts'
import { allowedIn } from './allowed.ts'
import {
  deployOffer,
  isFinished,
  offeredFor,
  retryFrom,
  waitsForApproval,
} from '../views/offered.ts'
import { deployAction, phaseActions } from './spec-actions.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

describe('what a row carries of what may be done', () => {
  it('is all that a screen needs to offer what the rules allow', () => {
    for (const at of [...PHASES, null])
      for (const run of [
        {},
        { status: 'running', phase: 'design' },
        { status: 'paused', reason: 'needs-approval', phase: at },
        { status: 'error', reason: 'impl-limit', phase: 'impl' },
        { status: 'completed', reason: 'done' },
      ] as const)
        for (const isApproved of [true, false]) {
          const row = rowAt(at, { run })
          if (!isApproved)
            row.approvals.requirements = { ...row.approvals.requirements, approved: false }
          const shown = asShown(row)
          for (const phase of PHASES)
            expect(offeredFor(shown, phase), `${at} ${phase}`).toEqual(phaseActions(row, phase))
          expect(deployOffer(shown)).toEqual(deployAction(row))
        }
  })

  it('tells why a phase cannot be run, and what refuses every run', () => {
    expect(rowAt('design').allowed.lacking.tasks).toEqual([{ phase: 'design', needs: 'approved' }])
    expect(rowAt('design').allowed.lacking.design).toBeUndefined()
    const running = rowAt('design', { run: { status: 'running', phase: 'design' } })
    expect(running.allowed).toMatchObject({ refused: 'ALREADY_EXECUTING', lacking: {}, run: [] })
    const limit = rowAt('impl', { run: { status: 'error', reason: 'impl-limit' } })
    expect(limit.allowed).toMatchObject({ refused: 'IMPL_LIMIT', retry: [] })
  })

  it('D4 offers a retry only as often as the host would take it', () => {
    const limit = BUG_WORKFLOW.retries ?? 0
    const row = rowAt('requirements', {
      item: bugItem(specNamed('login').name),
      workflow: 'bug',
      permissions: defaultPermissions(BUG_WORKFLOW),
      run: { status: 'paused', reason: 'agent-failed', phase: 'analyze' },
    })
    expect(allowedIn(row).retry).toContain('analyze')
    expect(allowedIn(row, { analyze: limit }).retry).not.toContain('analyze')
  })

  it('waits for the yes to a written document, and is finished once only its code is left', () => {
    const row = rowAt('design')
    row.approvals.requirements = { generated: true, approved: false }
    expect(waitsForApproval(asShown(row), 'requirements')).toBe(true)
    expect(waitsForApproval(rowAt('design'), 'requirements')).toBe(false)
    expect(retryFrom(rowAt('design'), 'design')).toEqual({ type: 'retry', from: 'design' })
    expect(retryFrom(rowAt('design'), 'tasks')).toBeNull()
    expect(isFinished(rowAt('deploy', { run: { status: 'completed', reason: 'done' } }))).toBe(true)
    expect(isFinished(rowAt('impl', { run: { status: 'paused', reason: 'user' } }))).toBe(false)
  })
})
