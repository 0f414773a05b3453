import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonErrorPlace } from './json-place.ts'

describe('where a text stops being JSON', () => {
  it.each([
    ['{\n  "phase": oops\n}\n', 2, 12],
    ['{\n  "a": 1,\n}\n', 3, 1],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['{ "a": "one\ntwo" }', 1, 12],
    ['{ "a": "\\q" }', 1, 9],
    ["{ 'a': 1 }", 1, 3],
    ['{ "a": 01 }', 1, 8],
    ['{ "a": 1', 1, 9],
    ['', 1, 1],
    ['{}\n{}', 2, 1],
    ['\uFEFF{ x', 1, 4],
    ['<<<<<<< HEAD\n{}', 1, 1],
  ])('X13 finds the place in %j', (text, line, column) => {
    expect(jsonErrorPlace(text)).toEqual({ line, column })
  })

  it('X13 finds nothing wrong in any JSON, and never looks behind the mistake', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        const end = json.split('\n').length
        expect(jsonErrorPlace(json).line).toBe(end)
        expect(jsonErrorPlace(json).column).toBe((json.split('\n').at(-1) ?? '').length + 1)
        const at = cut % (json.length + 1)
        const { column } = jsonErrorPlace(`${json.slice(0, at)}\u0000`)
        expect(column).toBeLessThanOrEqual(at + 1)
      }),
    )
  })
})
