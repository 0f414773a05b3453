import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editedJson, type JsonObject } from './json-edit.ts'

const read = (text: string): JsonObject => JSON.parse(text) as JsonObject

/** The text with some values changed. */
const edited = (text: string, changes: JsonObject): string =>
  editedJson(text, { ...read(text), ...changes })

describe('a record with some values changed', () => {
  it.each([
    ['{"phase":"a","n":1}', { phase: 'b' }, '{"phase":"b","n":1}'],
    ['{"phase":"a","n":1}', { more: { x: [1] } }, '{"phase":"a","n":1,"more":{"x":[1]}}'],
    [
      '{\n  "id": 12345678901234567890,\n  "tags": ["a", "b"],\n  "ratio": 1.0,\n  "name": "\\u3042",\n  "phase": "a"\n}\n',
      { phase: 'b' },
      '{\n  "id": 12345678901234567890,\n  "tags": ["a", "b"],\n  "ratio": 1.0,\n  "name": "\\u3042",\n  "phase": "b"\n}\n',
    ],
    [
      '{\r\n\t"approvals": {\r\n\t\t"design": { "generated": true, "approved": false }\r\n\t}\r\n}',
      { approvals: { design: { generated: true, approved: true }, tasks: { generated: true } } },
      '{\r\n\t"approvals": {\r\n\t\t"design": { "generated": true, "approved": true },\r\n\t\t"tasks": {\r\n\t\t\t"generated": true\r\n\t\t}\r\n\t}\r\n}',
    ],
    ['{\n  "a" : 1\n}\n', { b: 2 }, '{\n  "a" : 1,\n  "b" : 2\n}\n'],
    ['{\n  "a": {}\n}\n', { a: { b: 1 } }, '{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ])('X13 %j keeps every other byte', (text, changes, expected) => {
    expect(edited(text, changes)).toBe(expected)
  })

  it('X13 a key that is gone takes its line with it', () => {
    const text = '{\n  "a": 1,\n  "b": [1],\n  "c": 3\n}\n'
    expect(editedJson(text, { a: 1, c: 3 })).toBe('{\n  "a": 1,\n  "c": 3\n}\n')
    expect(editedJson(text, { a: 1, b: [1] })).toBe('{\n  "a": 1,\n  "b": [1]\n}\n')
    expect(editedJson(text, { b: [1], c: 3 })).toBe('{\n  "b": [1],\n  "c": 3\n}\n')
  })

  it.each([
    ['{"a":1,"b":2,"n":1.0}', {}, '{"n":1.0}'],
    ['{\n  "a": 1,\n  "b": 2,\n  "n": 1.0\n}\n', { c: 3 }, '{\n  "n": 1.0,\n  "c": 3\n}\n'],
    ['{ "a": 1, "n": 1.0, "b": 2, "d": 4 }', { c: 3 }, '{ "n": 1.0, "c": 3 }'],
    ['{ "a": 1, "b": 2, "n": 1.0, "d": 4, "e": 5 }', {}, '{ "n": 1.0 }'],
  ])('X13 %j without the keys from a to e, and with %j, keeps the rest', (text, more, expected) => {
    expect(editedJson(text, { n: 1, ...more })).toBe(expected)
  })

  it.each([
    ['{"n":1.0,"x":{"a":1}}', '{"n":1.0,"x":{"c":3}}'],
    ['{"n":1.0,"x":{"a":1,"b":2}}', '{"n":1.0,"x":{"c":3}}'],
    ['{"n":1.0,\n"x": {\n  "a": 1\n} }', '{"n":1.0,\n"x": {\n  "c": 3\n} }'],
  ])('X13 %j keeps the rest when all keys of an object are replaced', (text, expected) => {
    expect(editedJson(text, { n: 1, x: { c: 3 } })).toBe(expected)
  })

  const value = fc.jsonValue({ maxDepth: 3 })
  const object = fc.dictionary(fc.string({ maxLength: 4 }), value, { maxKeys: 5 })
  const layout = fc.record({
    indent: fc.constantFrom<string | number>('', 2, 4, '\t'),
    isCrlf: fc.boolean(),
  })

  it('X13 says exactly what it should, whatever was and is in it, and keeps its own text if nothing has changed', () => {
    fc.assert(
      fc.property(object, object, layout, (was, changes, { indent, isCrlf }) => {
        const plain = JSON.stringify(was, null, indent)
        const text = isCrlf ? plain.replaceAll('\n', '\r\n') : plain
        const after = { ...read(text), ...read(JSON.stringify(changes)) }
        expect(read(editedJson(text, after))).toEqual(after)
        expect(editedJson(text, read(text))).toBe(text)
        expect(editedJson(text, after).includes('\r\n')).toBe(
          isCrlf && editedJson(text, after).includes('\n'),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('X13 keeps the bytes of a key whatever goes and comes beside it', () => {
    const names = fc.subarray(['a', 'b', 'c', 'd', 'valueOf'])
    const keysBefore = fc.tuple(names, fc.nat(5)).map(([some, at]) => some.toSpliced(at, 0, 'kept'))
    fc.assert(
      fc.property(keysBefore, names, layout, (keys, now, { indent, isCrlf }) => {
        const plain = JSON.stringify(objectOf(keys), null, indent).replace('"KEPT"', '1.0')
        const text = isCrlf ? plain.replaceAll('\n', '\r\n') : plain
        const result = editedJson(text, { ...objectOf(now), kept: 1 })
        expect(read(result)).toEqual({ ...objectOf(now), kept: 1 })
        expect(result).toMatch(/"kept": ?1\.0/)
      }),
      { numRuns: 1000 },
    )
  })

  const objectOf = (names: string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, name.toUpperCase()]))
})

it('X13 a member that went and came back stays where it was, and so does every other byte', () => {
  const text = '{ "review": {"round": 1,  "status": "open"},\t"ticket": 12345678901234567890 }'
  const after = { review: { status: 'open', round: 2 }, ticket: Number('12345678901234567890') }
  expect(editedJson(text, after)).toBe(text.replace('"round": 1', '"round": 2'))
})
