import { expect, it } from 'vitest'
import { entriesSince } from './entries-since.ts'

const line = (seq: number, hour: string, type: string, more: object = {}): string =>
  `${JSON.stringify({ seq, time: `2026-01-01T${hour}:00:00.000Z`, type, level: 'info', message: '', ...more })}\n`

it('reads from the end to that time, only these types, past lines that cannot be read', () => {
  const text = [
    line(1, '01', 'run.reset'),
    line(2, '05', 'run.reset'),
    line(3, '06', 'run.completed', { reason: 'nogo', phase: 'deploy' }),
    'half a li\n',
    line(4, '07', 'run.reset'),
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
