import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naturalOrder } from './natural-order.ts'

describe('the order of names', () => {
  it('E5 counts numbers as numbers', () => {
    const names = ['spec-10', 'spec-2', 'spec', 'a-1-b', 'a-1-a', 'spec-02', '9', '10']
    expect(names.toSorted(naturalOrder)).toEqual([
      '9',
      '10',
      'a-1-a',
      'a-1-b',
      'spec',
      'spec-02',
      'spec-2',
      'spec-10',
    ])
  })

  it('E5 is one order: the same whichever way names come in', () => {
    const name = fc.stringMatching(/^[a-c0-2-]{1,6}$/)
    fc.assert(
      fc.property(fc.uniqueArray(name), (names) => {
        const sorted = names.toSorted(naturalOrder)
        expect(names.toReversed().toSorted(naturalOrder)).toEqual(sorted)
      }),
    )
  })
})
