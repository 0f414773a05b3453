import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowSlots } from './row-slots.ts'

const rows = (names: string) => Array.from(names, (key) => ({ key }))
const slotsOf = (slots: RowSlots, names: string) => rows(names).map((row) => slots.slotOf(row))

function drawn(names: string, to: number): RowSlots {
  const slots = new RowSlots()
  slots.show(rows(names), 'all')
  slots.drew({ from: 0, to })
  return slots
}

describe('what rows are known by', () => {
  it('rows that are looked for take the place of those that were drawn there', () => {
    const slots = drawn('abcdefgh', 3)
    const places = slotsOf(slots, 'abcd')
    slots.show(rows('bdfgh'), 'some')
    expect(slotsOf(slots, 'bdfg')).toEqual(places)
  })

  it('so do fewer rows, and the ones that come back', () => {
    const slots = drawn('abcdef', 3)
    const places = slotsOf(slots, 'abcd')
    slots.show(rows('ce'), 'some')
    expect(slotsOf(slots, 'ce')).toEqual(places.slice(0, 2))
    slots.drew({ from: 0, to: 1 })
    slots.show(rows('abcdef'), 'all')
    expect(slotsOf(slots, 'ab')).toEqual(places.slice(0, 2))
  })

  it('rows that only move stay the same', () => {
    const slots = drawn('abc', 2)
    const before = slotsOf(slots, 'abc')
    slots.show(rows('cabd'), 'all')
    expect(slotsOf(slots, 'abc')).toEqual(before)
  })

  it('no two rows are ever known by the same', () => {
    const all = 'abcdefghijkl'
    const step = fc.record({
      shown: fc.shuffledSubarray(Array.from(all)),
      from: fc.nat(6),
      count: fc.nat(6),
      look: fc.nat(2),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const slots = new RowSlots()
        for (const { shown, from, count, look } of steps) {
          slots.show(rows(shown.join('')), look)
          slots.drew({ from, to: Math.min(shown.length, from + count) - 1 })
          expect(new Set(slotsOf(slots, all)).size).toBe(all.length)
        }
      }),
    )
  })
})
