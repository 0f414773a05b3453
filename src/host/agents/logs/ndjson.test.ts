import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter, CUT_MARK } from './ndjson.ts'

const split = (chunks: readonly Uint8Array[], maxLineBytes?: number): string[] => {
  const lines: string[] = []
  const splitter = createLineSplitter((line) => lines.push(line), maxLineBytes)
  const scratch = Buffer.alloc(1 + Math.max(0, ...chunks.map((chunk) => chunk.length)))
  for (const chunk of chunks) {
    scratch.fill('!')
    scratch.set(chunk)
    splitter.push(scratch.subarray(0, chunk.length))
  }
  scratch.fill('!')
  splitter.end()
  return lines
}

const cutAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
}

const lineText = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' '))

describe('line splitter', () => {
  it('X17 gives the same lines however the bytes are cut, also when chunks are overwritten', () => {
    fc.assert(
      fc.property(
        fc.array(lineText),
        fc.boolean(),
        fc.array(fc.nat(), { maxLength: 30 }),
        (lines, isTerminated, cuts) => {
          const bytes = Buffer.from(lines.join('\n') + (isTerminated ? '\n' : ''))
          const whole = bytes.toString('utf8').split('\n')
          const expected = whole.at(-1) === '' ? whole.slice(0, -1) : whole
          expect(split(cutAt(bytes, cuts))).toEqual(expected)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('X17 keeps characters whole when every byte comes alone', () => {
    const bytes = Buffer.from('日本語\n🙂é\nend')
    expect(split([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['日本語', '🙂é', 'end'])
  })

  it('X17 does not take U+2028 or a carriage return for the end of a line', () => {
    expect(split([Buffer.from('a\u2028b\rc\n')])).toEqual(['a\u2028b\rc'])
  })

  it('cuts a line that is too long, at a whole character, and continues with the next', () => {
    const expected = [`ああ${CUT_MARK}`, 'next']
    const bytes = Buffer.from('ああああ\nnext\n')
    expect(split([bytes], 8)).toEqual(expected)
    expect(split(cutAt(bytes, [1, 4, 7, 9, 11, 13]), 8)).toEqual(expected)
    expect(split([Buffer.from('x'.repeat(9))], 8)).toEqual([`xxxxxxxx${CUT_MARK}`])
    expect(split([Buffer.from(`${'x'.repeat(8)}\n`)], 8)).toEqual(['xxxxxxxx'])
  })
})
