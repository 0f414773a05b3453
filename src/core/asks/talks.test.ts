import { expect, it } from 'vitest'
import type { Turn } from '../../contracts/views/asks.ts'
import { nextTalk, talksOf } from './talks.ts'

const turn = (conversation: number, question: string): Turn =>
  ({ conversation, question }) as unknown as Turn

it('conversations stand in the order in which they were last continued', () => {
  const turns = [turn(0, 'a'), turn(1, 'b'), turn(2, 'c'), turn(0, 'd')]
  expect(
    talksOf(turns).map(({ conversation, turns: own }) => [
      conversation,
      own.map(({ question }) => question).join(''),
    ]),
  ).toEqual([
    [0, 'ad'],
    [2, 'c'],
    [1, 'b'],
  ])
})

it('a new one never gets the number of an earlier one', () => {
  expect(nextTalk([])).toBe(0)
  expect(nextTalk([turn(0, 'a'), turn(1, 'b'), turn(0, 'c')])).toBe(2)
})
