import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_QUESTIONS } from '../../contracts/asked/questions.ts'
import { ERROR_REASONS, PAUSE_REASONS, type RunReason } from '../../contracts/reasons.ts'
import type { AutoExecutionState, Step } from '../../contracts/run-state.ts'
import { bugItem, specNamed } from '../../contracts/work-item.ts'
import { initialState } from '../state/evolve.ts'
import { questionsOf } from './questions-of.ts'
import { stopOf } from './stop.ts'

const SPEC = initialState(specNamed('login'))
const STEP = { round: 2, said: 'Mail or text message?' } as Step

const stopped = (
  reason: RunReason,
  changes: Partial<AutoExecutionState> = {},
): AutoExecutionState => ({
  ...SPEC,
  status: (ERROR_REASONS as readonly string[]).includes(reason) ? 'error' : 'paused',
  reason,
  step: STEP,
  ...changes,
})
const read = (state: AutoExecutionState, text = '', output = '') =>
  questionsOf(state, { document: () => text, output: () => output })

describe('what a run that has stopped asks', () => {
  it('names the document that asks', () => {
    const documents = (
      ['needs-discussion', 'max-rounds', 'verdict-nogo', 'blocked', 'conflict'] as const
    ).map((reason) => stopOf(stopped(reason))?.document)
    expect(documents).toEqual([
      'document-review-2-reply.md',
      'document-review-2-reply.md',
      'inspection-2.md',
      'tasks.md',
      null,
    ])
    const bug = stopped('not-verified', {
      item: bugItem(SPEC.item.name),
      workflow: 'bug',
      phase: 'verify',
    })
    expect(stopOf(bug)).toEqual({ kind: 'finding', document: 'verification.md' })
  })

  it('is the failing checks with the end of their output', () => {
    const limit = { done: 3, total: 3, failing: ['test'] }
    const phases = { ...SPEC.phases, impl: { ...SPEC.phases.impl, limit } }
    const [one, ...more] = read(
      stopped('impl-limit', { phases }),
      '',
      'a\n'.repeat(40) + '1 failed',
    )
    expect(more).toEqual([])
    expect(one).toMatchObject({ key: 'test', kind: 'check', title: 'test' })
    expect(one?.text.split('\n')).toHaveLength(12)
    expect(one?.text).toContain('1 failed')
  })

  it('is the files of a conflict, the tools that were denied, the question of an agent', () => {
    const conflict = { files: ['a.ts', 'b.ts'], path: '/x' }
    const phases = { ...SPEC.phases, deploy: { ...SPEC.phases.deploy, conflict } }
    expect(read(stopped('conflict', { phases }))).toMatchObject([
      { key: 'conflict', title: 'a.ts, b.ts' },
    ])
    const denied = ['Bash(npm test:*)', 'WebFetch']
    expect(read(stopped('agent-failed', { denied }))).toMatchObject([
      { key: 'T1', kind: 'denied', title: 'Bash(npm test:*)' },
      { key: 'T2', title: 'WebFetch' },
    ])
    expect(stopOf(stopped('agent-failed'))).toBeNull()
    expect(read(stopped('agent-asked'))).toMatchObject([
      { key: 'agent', kind: 'asked', text: 'Mail or text message?' },
    ])
  })

  it('is why each open task is blocked', () => {
    const text = '- [x] 1. Done\n- [ ] 2. Pay\n  - _Blocked: no account_\n'
    expect(read(stopped('blocked'), text)).toMatchObject([
      { key: '2', kind: 'blocked', title: 'Pay', text: 'no account' },
    ])
  })

  it('is one question for the whole where nothing can be read', () => {
    const free = [{ key: 'answer', kind: 'free', title: '', text: '', options: [] }]
    for (const reason of ['needs-discussion', 'verdict-nogo', 'blocked'] as const) {
      expect(read(stopped(reason), '?')).toMatchObject(free)
      expect(
        questionsOf(stopped(reason), { document: () => null, output: () => '' }),
      ).toMatchObject(free)
    }
  })

  it('is nothing where only time, money or a setting helps, and while it runs', () => {
    const silent = [...PAUSE_REASONS, ...ERROR_REASONS].filter(
      (reason) => stopOf(stopped(reason)) === null,
    )
    expect(silent).toEqual(
      expect.arrayContaining(['user', 'budget', 'quota', 'network', 'timeout', 'host-failed']),
    )
    expect(read({ ...stopped('needs-discussion'), status: 'running' })).toEqual([])
  })

  it('is bounded, has a key of its own for each, and nothing that a terminal obeys', () => {
    const issue = fc.tuple(
      fc.constantFrom('W1', 'W2', 'I1'),
      fc.string({ unit: 'binary', maxLength: 1000 }),
    )
    fc.assert(
      fc.property(fc.array(issue, { maxLength: 60 }), (issues) => {
        const text = issues
          .map(
            ([id, title]) =>
              `### ${id}: ${title}\n- Answer: Needs Discussion\n- Options: ${title}\n- Question: ${title}`,
          )
          .join('\n\n')
        const questions = read(stopped('needs-discussion'), text)
        const keys = questions.map(({ key }) => key)
        expect(questions.length).toBeLessThanOrEqual(MAX_QUESTIONS)
        expect(new Set(keys).size).toBe(keys.length)
        const all = JSON.stringify(
          questions.map(({ title, options, key }) => [title, options, key]),
        )
        expect(all).not.toMatch(/\\u00[01]/)
        for (const one of questions) expect(JSON.stringify(one).length).toBeLessThan(40_000)
      }),
      { numRuns: 30 },
    )
  })
})
