import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inSight, lengthsOf, percentAt, ticksOf, type TimeAxis } from './time-axis.ts'

const HOUR = 3_600_000
const NIGHT: TimeAxis = {
  from: 0,
  to: 16 * HOUR,
  breaks: [{ from: HOUR, to: 15 * HOUR }],
}

it('a night takes a tenth of the width, and the hours around it share the rest', () => {
  expect([0, HOUR, 15 * HOUR, 16 * HOUR].map((at) => percentAt(at, NIGHT))).toEqual([
    0, 45, 55, 100,
  ])
})

it('no time is written into a night', () => {
  const ticks = ticksOf(NIGHT)
  expect(ticks.length).toBeGreaterThan(1)
  for (const at of ticks) expect(at <= HOUR || at >= 15 * HOUR).toBe(true)
})

it('where there is little room fewer times are written, and none over another', () => {
  const breaks = [3, 5, 7].map((hour) => ({ from: hour * HOUR, to: (hour + 1) * HOUR }))
  const axis = { from: 0, to: 12 * HOUR, breaks }
  for (const room of [8, 24]) {
    const places = [
      ...ticksOf(axis, room).map((at) => inSight(percentAt(at, axis), room)),
      ...lengthsOf(axis, room).map(({ at }) => at),
    ].toSorted((a, b) => a - b)
    expect(places.length).toBeGreaterThan(1)
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(room)
  }
})

it('a time at the very end is written inside of the picture, and not over the one before it', () => {
  const axis = { from: 0, to: 4000, breaks: [] }
  const room = 24
  const places = ticksOf(axis, room).map((at) => inSight(percentAt(at, axis), room))
  expect(places).toEqual([12, 50, 75])
})

it('time never runs backwards, begins at the left and ends at the right, whatever is drawn short', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, fc.array(fc.integer({ min: 0, max: 1000 })), (edges, moments) => {
      const sorted = edges.toSorted((a, b) => a - b)
      const breaks = sorted.flatMap((from, index) =>
        index % 2 === 0 && sorted[index + 1] !== undefined
          ? [{ from, to: sorted[index + 1] ?? from }]
          : [],
      )
      const axis = { from: 0, to: 1000, breaks }
      const places = [0, ...moments.toSorted((a, b) => a - b), 1000].map((at) =>
        percentAt(at, axis),
      )
      expect(places[0]).toBeCloseTo(0)
      expect(places.at(-1)).toBeCloseTo(100)
      for (const [index, place] of places.entries())
        expect(place).toBeGreaterThanOrEqual((places[index - 1] ?? 0) - 1e-9)
    }),
  )
})
