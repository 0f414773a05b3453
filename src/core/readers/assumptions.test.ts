import { expect, it } from 'vitest'
import { readAssumptions } from './assumptions.ts'

it('assumptions are the items under their heading, continued lines with them', () => {
  const text = `# Requirements: a

## Assumptions

- Mail goes through the existing queue;
  the request names no other way.
- At most 100 entries.

## Scope

- In: all
`
  expect(readAssumptions(text)).toEqual([
    'Mail goes through the existing queue; the request names no other way.',
    'At most 100 entries.',
  ])
})

it.each([
  ['## 前提\n- 上限は 100 件\n', ['上限は 100 件']],
  ['## 5. Assumptions\n1. One\n2. Two\n', ['One', 'Two']],
  ['## Assumptions\n```\n- not this\n```\n', []],
  ['# Requirements\n- nothing assumed\n', []],
  ['', []],
])('assumptions of %j', (text, expected) => {
  expect(readAssumptions(text)).toEqual(expected)
})
