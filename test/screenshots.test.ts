import { readFileSync } from 'node:fs'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { animate } from '../scripts/screenshots/apng.mjs'
import { problemInWords } from '../src/core/agent-events/problem.ts'

it('U5 the agent that fails in the screenshots fails for good: a run would wait out an overloaded one', () => {
  const source = readFileSync('scripts/screenshots/demo-agent.mjs', 'utf8')
  const words = /const result = '([^']+)'/.exec(source)?.[1] ?? ''
  expect(words).toMatch(/^API Error/)
  expect(problemInWords(words)).toBeNull()
  expect(problemInWords('API Error: 529 overloaded_error, gave up')).not.toBeNull()
})

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(body.length, 0)
  bytes.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([bytes.subarray(0, 4), named, bytes.subarray(4)])
}

/** A grey PNG whose data is split into two chunks, as encoders do. */
function pixel(grey: number, width = 1): Buffer {
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0])
  const data = deflateSync(Buffer.from([0, ...Array.from({ length: width }, () => grey)]))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data.subarray(0, 3)),
    chunk('IDAT', data.subarray(3)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunksOf(png: Buffer): { type: string; body: Buffer }[] {
  const found: { type: string; body: Buffer }[] = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const named = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named))
    found.push({ type: named.toString('latin1', 0, 4), body: named.subarray(4) })
    at += 12 + length
  }
  return found
}

it('pictures are joined to a moving one that holds each of them as it was', () => {
  const moving = animate([
    { png: pixel(10), ms: 600 },
    { png: pixel(200), ms: 3000 },
  ])
  const chunks = chunksOf(moving)
  expect(chunks.map(({ type }) => type)).toEqual([
    'IHDR',
    'acTL',
    'fcTL',
    'IDAT',
    'fcTL',
    'fdAT',
    'IEND',
  ])
  const [, control, first, one, second, other] = chunks.map(({ body }) => body)
  expect(control?.readUInt32BE(0)).toBe(2)
  expect([first?.readUInt16BE(20), second?.readUInt16BE(20)]).toEqual([600, 3000])
  expect([first?.readUInt32BE(0), second?.readUInt32BE(0), other?.readUInt32BE(0)]).toEqual([
    0, 1, 2,
  ])
  expect([...inflateSync(one ?? Buffer.alloc(0))]).toEqual([0, 10])
  expect([...inflateSync(other?.subarray(4) ?? Buffer.alloc(0))]).toEqual([0, 200])
  expect(() =>
    animate([
      { png: pixel(1), ms: 1 },
      { png: pixel(1, 2), ms: 1 },
    ]),
  ).toThrow(/same size/)
})
