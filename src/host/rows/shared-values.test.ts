import { expect, test } from 'vitest'
import { SharedValues } from './shared-values.ts'

test('equal values become one, others stay apart, and it never holds more than it may', () => {
  const shared = new SharedValues<{ run: string[] }>()
  const first = shared.of({ run: ['design'] })
  expect(shared.of({ run: ['design'] })).toBe(first)
  expect(shared.of({ run: [] })).not.toBe(first)
  for (let index = 0; index < 3000; index++) shared.of({ run: [`${index}`] })
  expect(shared.of({ run: ['design'] })).toEqual(first)
})
