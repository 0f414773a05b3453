import { expect, it } from 'vitest'
import { entriesSince } from './entries-since.ts'

const line = (seq: number, hour: string, entry: { type: string }): string =>
  `${JSON.stringify({ seq, time: `2026-01-01T${hour}:00:00.000Z`, ...entry, level: 'info', message: '' })}\n`
const reset = { type: 'run.reset' }
const completed = { type: 'run.completed', reason: 'nogo', phase: 'deploy' }

it('reads from the end to that time, only these types, past lines that cannot be read', () => {
  const text = [
    line(1, '01', reset),
    line(2, '05', reset),
    line(3, '06', completed),
    'half a li\n',
    line(4, '07', reset),
    '{"seq":5,"time":"2026',
  ].join('')
  const types = new Set(['run.reset'])
  const seqs = (since: string, of = types) =>
    entriesSince(Buffer.from(text), `2026-01-01T${since}:00:00.000Z`, of).map(({ seq }) => seq)
  expect(seqs('05')).toEqual([2, 4])
  expect(seqs('00')).toEqual([1, 2, 4])
  expect(seqs('06', new Set(['run.completed']))).toEqual([3])
  expect(entriesSince(Buffer.alloc(0), '', types)).toEqual([])
})
