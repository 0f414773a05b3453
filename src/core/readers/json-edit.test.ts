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
        expect(JSON.stringify(read(editedJson(text, after)))).toBe(JSON.stringify(after))
        expect(editedJson(text, read(text))).toBe(text)
        expect(editedJson(text, after).includes('\r\n')).toBe(
          isCrlf && editedJson(text, after).includes('\n'),
        )
      }),
      { numRuns: 1000 },
    )
  })
})

it('X13 a member that went and came back stays where it was, and so does every other byte', () => {
  const text = '{ "review": {"round": 1,  "status": "open"},\t"ticket": 12345678901234567890 }'
  const after = { review: { status: 'open', round: 2 }, ticket: Number('12345678901234567890') }
  expect(editedJson(text, after)).toBe(text.replace('"round": 1', '"round": 2'))
})
