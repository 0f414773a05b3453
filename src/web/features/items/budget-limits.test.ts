import { expect, it } from 'vitest'
import { budgetChanges, limitIn } from './budget-limits.ts'

it('a limit is a number above zero, or none', () => {
  const cases: [Parameters<typeof limitIn>[0], string, number | null | undefined][] = [
    ['usd', ' 2.5 ', 2.5],
    ['usd', '', null],
    ['usd', '0', undefined],
    ['usd', '-1', undefined],
    ['usd', 'much', undefined],
    ['tokens', '1000', 1000],
    ['tokens', '1.5', undefined],
    ['minutes', '0.5', 0.5],
  ]
  for (const [kind, text, limit] of cases)
    expect([kind, text, limitIn(kind, text)]).toEqual([kind, text, limit])
})

it('only the limits that differ are changed, and none while one is wrong', () => {
  const before = { usd: 1, tokens: null, minutes: 30 }
  const texts = { usd: '5', tokens: '', minutes: '' }
  expect(budgetChanges(before, texts)).toEqual({ usd: 5, minutes: null })
  expect(budgetChanges(before, { ...texts, tokens: 'x' })).toBeNull()
})
