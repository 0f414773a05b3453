import { expect, it } from 'vitest'
import { returnedIssues } from './review-issues.ts'

const review = (round: number, ...lines: string[]) => ({ round, text: lines.join('\n') })

it('an issue with the same title in a later round came back, from where it was first', () => {
  const rounds = [
    review(3, '### W1: Two  values', ''),
    review(1, '## Critical', '### C1: No task', '## Warning', '### W2: Two `values`'),
    review(2, '### C1: Two values', '### C2: Something new'),
  ]
  const first = { round: 1, id: 'W2' }
  expect(returnedIssues(rounds)).toEqual([
    { round: 2, id: 'C1', title: 'Two values', first },
    { round: 3, id: 'W1', title: 'Two  values', first },
  ])
})

it('the reviewer may say so under other words, also of one that had come back before', () => {
  const rounds = [
    review(1, '### C1: No task for 2.2'),
    review(2, '### W1: Task 1.1 lacks a test', '', '- Where: tasks.md', '- Again: 1 C1'),
    review(3, '### I1: Still no test', '- **Again:** round 2, W1'),
  ]
  expect(returnedIssues(rounds).map(({ round, id, first }) => [round, id, first])).toEqual([
    [2, 'W1', { round: 1, id: 'C1' }],
    [3, 'I1', { round: 1, id: 'C1' }],
  ])
})

it('what names no earlier issue is new, and examples are not read', () => {
  const rounds = [
    review(1, '### C1: A', '- Again: 4 W1', '```', '### W1: B', '```'),
    review(2, '### C1: B', '- Again: 1 W7', '- Again: 2 C1'),
  ]
  expect(returnedIssues(rounds)).toEqual([])
})
