import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from './line-splitter.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function splitAll(chunks: Uint8Array[]): string[] {
  const splitter = new LineSplitter()
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}

describe('splitting a log into lines', () => {
  it('gives the same lines wherever the bytes are cut, in the middle of a character too', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '·'))
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(), { maxLength: 8 }), (lines, places) => {
        const all = bytes(lines.map((text) => `${text}\n`).join(''))
        const cuts = places.map((place) => place % (all.length + 1)).sort((a, b) => a - b)
        const ends = [...cuts, all.length]
        const chunks = ends.map((end, at) => all.subarray(ends[at - 1] ?? 0, end))
        expect(splitAll(chunks)).toEqual(lines)
      }),
    )
  })

  it('ends a line at \\n only, and takes the \\r before it along', () => {
    const text = 'a\u2028b\u2029c\u0085d\re\r\nlast'
    expect(splitAll([bytes(text)])).toEqual(['a\u2028b\u2029c\u0085d\re', 'last'])
  })

  it('holds a line back until it is whole', () => {
    const splitter = new LineSplitter()
    expect(splitter.push(bytes('one\ntw'))).toEqual(['one'])
    expect(splitter.push(bytes('o'))).toEqual([])
    expect(splitter.push(bytes('\n'))).toEqual(['two'])
    expect(splitter.end()).toEqual([])
  })

  it('joins a line of many megabytes', () => {
    const chunk = bytes('x'.repeat(64 * 1024))
    const [line] = splitAll([...Array.from({ length: 160 }, () => chunk), bytes('\n')])
    expect(line).toHaveLength(10 * 1024 * 1024)
  })
})
