import { specNamed } from '../../contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import { ERROR_REASONS, PAUSE_REASONS } from '../../contracts/reasons.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { NOTHING_SPENT } from '../state/spent.ts'
import { attentionOf } from './attention.ts'

const unapproved = () => {
  const approvals = { ...rowAt('design').approvals }
  approvals.requirements = { generated: true, approved: false }
  return approvals
}

describe('what waits for the user', () => {
  it.each([...PAUSE_REASONS.filter((reason) => reason !== 'user'), ...ERROR_REASONS])(
    'has an answer for %s',
    (reason) => {
      const isPause = (PAUSE_REASONS as readonly string[]).includes(reason)
      const run = { status: isPause ? 'paused' : 'error', reason, phase: 'impl' } as const
      const [item, ...others] = attentionOf([rowAt('impl', { run, detail: 'why' })])
      expect(item).toMatchObject({
        item: specNamed('a'),
        kind: reason,
        phase: 'impl',
        detail: 'why',
      })
      expect(item?.actions.length).toBeGreaterThan(0)
      expect(others).toEqual([])
    },
  )

  it('is not what the user has paused, what runs, and what is over', () => {
    const rows = [
      rowAt('design', { run: { status: 'paused', reason: 'user' }, approvals: unapproved() }),
      rowAt('design', { run: { status: 'running' }, approvals: unapproved() }),
      rowAt('deploy', { run: { status: 'completed', reason: 'nogo', phase: 'deploy' } }),
      rowAt('requirements'),
    ]
    expect(attentionOf(rows)).toEqual([])
  })

  it('is a written document that no one has approved, the first of them', () => {
    const run = { status: 'completed', reason: 'nogo', phase: 'design' } as const
    const [item] = attentionOf([rowAt('design', { approvals: unapproved(), run })])
    expect(item).toMatchObject({
      id: 'spec:a:approval:requirements',
      kind: 'approval',
      document: 'requirements.md',
      actions: [
        { type: 'review', phase: 'requirements' },
        { type: 'approve', phase: 'requirements' },
        { type: 'reject', phase: 'requirements' },
      ],
    })
  })

  it('X13 is nothing that was never started here, approved or not', () => {
    expect(attentionOf([rowAt('design', { approvals: unapproved() })])).toEqual([])
  })

  it('is the question of an agent, with an answer to that question only', () => {
    const run = { status: 'running', phase: 'impl', waitingFor: 'answer' } as const
    const question = { id: 'q1', tool: 'Bash', summary: 'npm test' }
    const [item, ...others] = attentionOf([rowAt('impl', { run, question })])
    expect(others).toEqual([])
    expect(item).toMatchObject({
      id: 'spec:a:question:q1',
      kind: 'question',
      detail: 'Bash: npm test',
    })
    expect(item?.actions).toEqual(
      ['allow', 'allow-always', 'deny'].map((answer) => ({
        type: 'answer',
        answer,
        questionId: 'q1',
      })),
    )
  })

  it('is a spent budget until it is raised, and then continuing', () => {
    const run = { status: 'paused', reason: 'budget', phase: 'impl' } as const
    const usage = { ...NOTHING_SPENT, inputTokens: 900, outputTokens: 100 }
    const answers = (tokens: number) =>
      attentionOf([rowAt('impl', { run, usage, budget: { usd: null, tokens, minutes: null } })])[0]
        ?.actions
    expect(answers(1000)).toEqual([{ type: 'budget' }])
    expect(answers(2000)).toEqual([{ type: 'resume' }, { type: 'budget' }])
  })

  it('is a spec that cannot be read', () => {
    const [item] = attentionOf([rowAt('design', { problem: 'spec.json: line 1' })])
    expect(item).toMatchObject({
      kind: 'unreadable',
      detail: 'spec.json: line 1',
      actions: [{ type: 'see-problem' }],
    })
  })

  it('names the document to read before deciding', () => {
    const round = {
      roundNumber: 3,
      status: 'reply_complete',
      fixRequired: 0,
      needsDiscussion: 2,
      fixStatus: 'not_required',
    } as const
    const discussed = rowAt('document-review', {
      run: { status: 'paused', reason: 'needs-discussion', phase: 'document-review' },
      review: { status: 'in_progress', currentRound: null, rounds: [round] },
    })
    const inspected = rowAt('inspection', {
      run: { status: 'paused', reason: 'verdict-nogo', phase: 'inspection' },
      inspections: [{ number: 2, result: 'nogo' }],
    })
    expect(attentionOf([discussed, inspected]).map(({ document }) => document)).toEqual([
      'document-review-3-reply.md',
      'inspection-2.md',
    ])
  })

  it('comes newest first', () => {
    const run = { status: 'error', reason: 'timeout' } as const
    const rows = ['2025-01-01', '2025-01-03', '2025-01-02'].map((activeAt) =>
      rowAt('design', { run, item: specNamed(activeAt), activeAt }),
    )
    expect(attentionOf(rows).map(({ item }) => item.name)).toEqual([
      '2025-01-03',
      '2025-01-02',
      '2025-01-01',
    ])
  })
})
