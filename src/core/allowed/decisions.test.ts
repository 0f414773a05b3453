import { describe, expect, it } from 'vitest'
import type { QuestionKind } from '../../contracts/asked/questions.ts'
import type { RunReason, RunStatus } from '../../contracts/reasons.ts'
import type { Phase } from '../../contracts/phases.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { DEFAULT_PERMISSIONS } from '../workflow/tables/spec-workflow.ts'
import { attentionOf } from '../views/attention.ts'
import { decisionsOf } from './decisions.ts'
import { nextAction } from './spec-actions.ts'

interface Stopped {
  at: Phase
  reason: RunReason
  asks: QuestionKind
  status?: RunStatus
}

const stopped = ({ at, reason, asks, status = 'paused' }: Stopped) =>
  rowAt(at, {
    asks,
    run: { status, reason, phase: at },
    permissions: { ...DEFAULT_PERMISSIONS, deploy: true },
    inspection: { round: 1, verdict: 'nogo' },
    inspections: [{ number: 1, result: 'nogo' }],
  })

const STOPS: [Stopped, string[]][] = [
  [
    { at: 'document-review', reason: 'needs-discussion', asks: 'discussion' },
    ['answer-questions', 'resume', 'approve-review-and-resume'],
  ],
  [
    { at: 'inspection', reason: 'verdict-nogo', asks: 'finding' },
    ['answer-questions', 'run-phase', 'resume', 'retry'],
  ],
  [
    { at: 'impl', reason: 'impl-limit', asks: 'check', status: 'error' },
    ['answer-questions', 'reset', 'reset-and-start'],
  ],
  [{ at: 'impl', reason: 'blocked', asks: 'blocked' }, ['answer-questions', 'resume']],
  [{ at: 'design', reason: 'agent-asked', asks: 'asked' }, ['answer-questions', 'resume']],
  [
    { at: 'design', reason: 'postcondition', asks: 'denied', status: 'error' },
    ['answer-questions', 'resume'],
  ],
  [
    { at: 'deploy', reason: 'conflict', asks: 'conflict' },
    ['answer-questions', 'resume', 'view-changes'],
  ],
]

describe('a run that asks for the user’s words', () => {
  it.each(STOPS)('offers them first, and what else there is in one order: %j', (stop, expected) => {
    const row = stopped(stop)
    const { actions, asks } = decisionsOf(row)
    expect(actions.map(({ type }) => type)).toEqual(expected)
    expect(asks).toBe(stop.asks)
    expect(nextAction(row)).toEqual(actions[0])
    expect(attentionOf([row])).toMatchObject([{ kind: stop.reason, asks, actions }])
  })

  it.each(STOPS)('offers what it did before where nothing is asked: %j', (stop, expected) => {
    const row = { ...stopped(stop), asks: null }
    expect(decisionsOf(row).actions.map(({ type }) => type)).toEqual(expected.slice(1))
  })
})

describe('a row that needs no one', () => {
  it('has its next act, and nothing else', () => {
    const row = rowAt('design', { run: { status: 'running', phase: 'design' } })
    expect(decisionsOf(row)).toEqual({
      asks: null,
      document: null,
      agentId: null,
      actions: [{ type: 'stop' }],
    })
    expect(attentionOf([row])).toEqual([])
  })
})
