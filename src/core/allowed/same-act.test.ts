import { describe, expect, it } from 'vitest'
import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { type Phase } from '../../contracts/phases.ts'
import {
  COMPLETION_REASONS,
  ERROR_REASONS,
  PAUSE_REASONS,
  type RunReason,
  type RunStatus,
} from '../../contracts/reasons.ts'
import { asShown, rowAt } from '../../testkit/spec-row.ts'
import { NOTHING_SPENT } from '../state/spent.ts'
import { attentionOf } from '../views/attention.ts'
import { refusalOf, type Act } from '../workflow/rules/allowed-acts.ts'
import { offeredFor } from '../views/offered.ts'
import { rowSituation } from './row-situation.ts'
import { SPEC_WORKFLOW } from '../workflow/tables/spec-workflow.ts'
import { phasesOf } from '../workflow/workflows.ts'

const PHASES = phasesOf(SPEC_WORKFLOW)

const ENDS: [RunStatus, RunReason | null][] = [
  ['idle', null],
  ['queued', null],
  ['running', null],
  ...COMPLETION_REASONS.map((reason): [RunStatus, RunReason] => ['completed', reason]),
  ...PAUSE_REASONS.map((reason): [RunStatus, RunReason] => ['paused', reason]),
  ...ERROR_REASONS.map((reason): [RunStatus, RunReason] => ['error', reason]),
]
const QUESTION = { id: 'q1', tool: 'Bash', summary: 'npm test' }

/** Every combination of run status, progress, approvals and permissions of a spec. */
function* everyRow(): Generator<[string, ItemRow]> {
  for (const [status, reason] of ENDS)
    for (const at of [...PHASES, null])
      for (const mode of ['auto', 'manual'] as const)
        for (const isApproved of [true, false])
          for (const isGo of [true, false])
            for (const isAsking of status === 'running' ? [true, false] : [false])
              for (const asks of status === 'paused' || status === 'error'
                ? (['discussion', null] as const)
                : [null]) {
                const phase: Phase | null = at
                const row = rowAt(at, {
                  mode,
                  run: { status, reason, phase, waitingFor: isAsking ? 'answer' : null },
                  question: isAsking ? QUESTION : null,
                  asks,
                  usage: { ...NOTHING_SPENT, costUsd: 2 },
                  budget: { usd: 2, tokens: null, minutes: null },
                })
                if (!isApproved)
                  row.approvals.requirements = { ...row.approvals.requirements, approved: false }
                if (!isGo && at !== null) row.permissions[at] = false
                const name = [status, reason, at, mode, isApproved, isGo, isAsking, asks].join(' ')
                yield [name, asShown(row)]
              }
}

/** Actions that decide on something: never offered before the user has seen it. */
const decides = ({ type }: SpecAction): boolean =>
  [
    'approve',
    'approve-and-resume',
    'reject',
    'answer',
    'approve-review-and-resume',
    'settle-release',
  ].includes(type)

function actOf(action: SpecAction): Act | null {
  switch (action.type) {
    case 'start':
    case 'resume':
    case 'reset':
      return { type: action.type }
    case 'permit-and-start':
      return { type: 'start' }
    case 'approve-and-resume':
      return { type: 'approve', phase: action.phase }
    case 'approve':
    case 'reject':
    case 'run-phase':
      return action
    case 'retry':
      return { type: 'retry', phase: action.from }
    case 'stop':
    case 'answer':
    case 'approve-review-and-resume':
    case 'settle-release':
    case 'reset-and-start':
    case 'budget':
    case 'review':
    case 'see-question':
    case 'see-problem':
    case 'view-changes':
    case 'answer-questions':
      return null
    default:
      return action satisfies never
  }
}

describe('the first act that board, inbox and spec offer', () => {
  it('U3 is the same for every state, and none decides about what no one has seen', () => {
    const wrong: string[] = []
    let compared = 0
    for (const [name, row] of everyRow()) {
      const onBoard = row.allowed.next
      const [item, ...more] = attentionOf([row])
      if (more.length > 0) wrong.push(`${name}: ${more.length + 1} items`)
      if (onBoard !== null && decides(onBoard)) wrong.push(`${name}: ${onBoard.type} unseen`)
      if (item === undefined) continue
      compared++
      // The inbox and the spec show the question itself, so they offer the answers instead.
      const isAsked = onBoard?.type === 'see-question' || item.kind === 'release-unknown'
      if (isAsked) {
        const isAnswer = ({ type }: SpecAction) => type === 'answer' || type === 'settle-release'
        if (!item.actions.every(isAnswer)) wrong.push(`${name}: answers`)
      } else if (JSON.stringify(item.actions[0]) !== JSON.stringify(onBoard))
        wrong.push(`${name}: ${JSON.stringify(item.actions[0])} and ${JSON.stringify(onBoard)}`)
      if (new Set(item.actions.map((action) => JSON.stringify(action))).size < item.actions.length)
        wrong.push(`${name}: twice the same`)
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(500)
  })

  it('B1 nothing is offered that the rules refuse', () => {
    const wrong: string[] = []
    let offered = 0
    for (const [name, row] of everyRow()) {
      const all = [row.allowed.next, ...PHASES.flatMap((phase) => offeredFor(row, phase))]
      for (const action of all) {
        const act = action && actOf(action)
        if (act === null) continue
        offered++
        const refusal = refusalOf(rowSituation(row), act)
        if (refusal !== null) wrong.push(`${name}: ${JSON.stringify([action, refusal.code])}`)
      }
    }
    expect(wrong).toEqual([])
    expect(offered).toBeGreaterThan(500)
  })

  it('U3 runs nothing over a document that was written manually and waits for approval', () => {
    const unread = [...everyRow()].filter(
      ([, { mode, run, approvals }]) =>
        mode === 'manual' &&
        (run.status === 'completed' || run.status === 'idle') &&
        approvals.requirements.generated &&
        !approvals.requirements.approved,
    )
    expect(unread.length).toBeGreaterThan(10)
    for (const [, row] of unread)
      expect(row.allowed.next).toEqual({ type: 'review', phase: 'requirements' })
  })
})
