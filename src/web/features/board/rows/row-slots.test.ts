import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowSlots } from './row-slots.ts'

const rows = (names: string) => Array.from(names, (key) => ({ key }))
const slotsOf = (slots: RowSlots<{ key: string }>, names: string) =>
  rows(names).map((row) => slots.slotOf(row))

function drawn(names: string, to: number): RowSlots<{ key: string }> {
  const slots = new RowSlots<{ key: string }>()
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

  it('what fewer rows leave over in sight is spare, and taken by the ones that come back', () => {
    const slots = drawn('abcdef', 4)
    const places = slotsOf(slots, 'abcde')
    slots.show(rows('ce'), 'some', 4)
    expect(slots.spares).toEqual([
      { slot: places[2], row: { key: 'c' } },
      { slot: places[3], row: { key: 'd' } },
    ])
    slots.drew({ from: 0, to: 3 })
    slots.show(rows('abcdef'), 'all', 4)
    expect(slots.spares).toEqual([])
    expect(slotsOf(slots, 'abcd')).toEqual(places.slice(0, 4))
  })

  it('what is spare gives way to a row that comes without being looked for', () => {
    const slots = drawn('abcd', 3)
    slots.show(rows('c'), 'some', 3)
    slots.drew({ from: 0, to: 2 })
    const [, second] = slots.spares
    slots.show(rows('ca'), 'some', 3)
    expect(slots.spares).toEqual([second])
  })

  it('there is nothing spare of what may not be', () => {
    const slots = new RowSlots<{ key: string }>(({ key }) => key !== 'b')
    slots.show(rows('abc'), 'all', 3)
    slots.drew({ from: 0, to: 2 })
    slots.show(rows('c'), 'some', 3)
    expect(slots.spares.map(({ row }) => row.key)).toEqual(['c'])
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
      room: fc.nat(8),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const slots = new RowSlots<{ key: string }>()
        for (const { shown, from, count, look, room } of steps) {
          slots.show(rows(shown.join('')), look, room)
          const places = [
            ...slotsOf(slots, shown.join('')),
            ...slots.spares.map(({ slot }) => slot),
          ]
          expect(new Set(places).size).toBe(places.length)
          expect(places.length).toBeLessThanOrEqual(Math.max(shown.length, room))
          slots.drew({ from, to: Math.min(places.length, from + count) - 1 })
          expect(new Set(slotsOf(slots, all)).size).toBe(all.length)
        }
      }),
    )
  })
})
