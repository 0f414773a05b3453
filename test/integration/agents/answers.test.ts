import { describe, expect, it } from 'vitest'
import type { Begun } from '../../../src/contracts/commands.ts'
import type { Rejection } from '../../../src/contracts/rejections.ts'
import type { Result } from '../../../src/contracts/result.ts'
import type { RpcInput } from '../../../src/contracts/rpc.ts'
import type { RunResult } from '../../../src/contracts/run-state.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'

const REPLY = `# Document Review Reply 1

## Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
| Critical | 0 | 0 | 0 | 0 |
| Warning | 2 | 0 | 0 | 2 |
| Info | 0 | 0 | 0 | 0 |

## Answers

### W1: Two retention periods

- Answer: Needs Discussion
- Reason: law and contract differ
- Question: How long is data kept?
- Options:
  - 30 days
  - 90 days

### W2: Text messages cost money

- Answer: Needs Discussion
- Question: Mail only?

## Status

Status: pending
`
const INSPECTION = `# Inspection 1

## Summary

Judgment: NOGO

## Findings

| ID | Severity | Where | Finding | Needed |
|---|---|---|---|---|
| F1 | Major | src/a.ts:1 | links last too long | compare in days |
`

const asking = {
  record: true,
  reviewCounts: [
    [0, 2],
    [0, 0],
  ],
  overrides: [{ phase: 'document-review-reply', round: 1, rawDocument: REPLY }],
} as const

/** Answers and follows the run to its end. */
const answered = (
  world: ProjectWorld,
  given: Omit<RpcInput<'answerQuestions'>, 'andThen'>,
): Promise<RunResult> =>
  world.follow(given.item, async () => {
    const reply = await world.host.call('answerQuestions', { ...given, andThen: 'resume' })
    if (reply.ok && reply.value === null) throw new Error('nothing was begun')
    return reply as Result<Begun, Rejection>
  })

describe('the user answers what stopped a run', () => {
  it('a discussion: the questions with their options, the answers in every later prompt, the run ends', async () => {
    await using world = await openWorld({ scenario: asking })
    const item = await specAt(world, 'alpha', 'document-review')
    expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'needs-discussion' })

    const view = await world.host.call('questions', { item })
    const asked = view.ok ? view.value.asked : null
    expect(asked).toMatchObject({
      reason: 'needs-discussion',
      document: 'document-review-1-reply.md',
      questions: [
        { key: 'W1', title: 'Two retention periods', options: ['30 days', '90 days'] },
        { key: 'W2', title: 'Text messages cost money', text: 'Mail only?', answer: null },
      ],
    })
    const about = asked?.about ?? 0
    const one = await world.host.call('answerQuestions', {
      item,
      about,
      answers: [{ key: 'W1', text: '90 days' }],
    })
    expect(one).toMatchObject({ ok: true })
    const again = await world.host.call('questions', { item })
    expect(again).toMatchObject({
      value: { asked: { questions: [{ answer: '90 days' }, { answer: null }] } },
    })
    const before = world.mock.calls().length
    const answers = [{ key: 'W2', text: 'Yes, mail only.' }]
    expect(await answered(world, { item, about, answers })).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, item, 'answer.given')).toMatchObject([
      { key: 'W1', issue: 'Two retention periods', text: '90 days' },
      { key: 'W2', text: 'Yes, mail only.', calledBy: { kind: 'person' } },
    ])
    const later = world.mock.calls().slice(before)
    expect(later.map(({ phase }) => phase)).toEqual([
      'document-review',
      'document-review-reply',
      'impl',
      'inspection',
    ])
    for (const { agentId } of later) {
      const { prompt } = world.mock.recorded(agentId)
      expect(prompt).toContain('<decisions>')
      expect(prompt).toContain(
        '- W1: Two retention periods in document-review-1-reply.md\n  Decision: 90 days',
      )
      expect(prompt).toContain('Decision: Yes, mail only.')
    }
  })

  it('a NOGO: what was found, a fix with the answer although fixes are not made by themselves, and GO', async () => {
    await using world = await openWorld({
      scenario: {
        record: true,
        verdicts: ['NOGO', 'GO'],
        overrides: [{ phase: 'inspection', round: 1, rawDocument: INSPECTION }],
      },
      config: { inspection: { autoFix: false } },
    })
    const item = await specAt(world, 'alpha', 'inspection')
    expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'verdict-nogo' })
    const view = await world.host.call('questions', { item })
    expect(view).toMatchObject({
      value: {
        asked: {
          document: 'inspection-1.md',
          questions: [{ key: 'F1', kind: 'finding', title: 'links last too long' }],
        },
      },
    })
    const before = agentsOf(world, item).length
    const answers = [{ key: 'F1', text: 'Fix it, 14 days.' }]
    expect(await answered(world, { item, answers })).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, item).slice(before)).toEqual(['impl 1', 'inspection 2'])
    const [fix] = world.mock.calls().slice(-2)
    expect(world.mock.recorded(fix?.agentId ?? '').prompt).toContain('Decision: Fix it, 14 days.')
  })

  it('a question of another stop is refused by name, and nothing is begun', async () => {
    await using world = await openWorld({ scenario: asking })
    const item = await specAt(world, 'alpha', 'document-review')
    await world.run(item)
    const answers = [{ key: 'W1', text: '90 days' }]
    const stale = await world.host.call('answerQuestions', { item, answers, about: 1 })
    expect(stale).toMatchObject({
      ok: false,
      error: { code: 'ASKED_EARLIER', keys: ['W1'], document: 'document-review-1-reply.md' },
    })
    const foreign = await world.host.call('answerQuestions', {
      item,
      answers: [{ key: 'X9', text: 'Yes' }],
      andThen: 'resume',
    })
    expect(foreign).toMatchObject({
      ok: false,
      error: { code: 'NOT_ASKED', key: 'X9', asked: ['W1', 'W2'] },
    })
    expect(entriesOf(world, item, 'answer.given')).toEqual([])
  })
})
