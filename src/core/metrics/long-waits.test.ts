import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { journalEntrySchema } from '../../contracts/journal.ts'
import { msOf } from '../moments.ts'
import { longIdle, longWaits } from './long-waits.ts'
import { runSegments } from './segments.ts'

const HOUR = 3_600_000
const NIGHT = 14 * HOUR
const JOURNAL = new URL('../../../test/journals/stop-and-resume.jsonl', import.meta.url)

const lines = readFileSync(JOURNAL, 'utf8')
  .trim()
  .split('\n')
  .map((line) => journalEntrySchema.parse(JSON.parse(line)))
const resumed = lines.findIndex(({ type }) => type === 'run.resumed')
const moved = lines.map((entry, index) =>
  index < resumed ? entry : { ...entry, time: new Date(msOf(entry.time) + NIGHT).toISOString() },
)
const end = moved.at(-1)?.time ?? ''

it('a night between a pause and the resume is the one long wait, from the last work to the next', () => {
  const waits = longWaits(runSegments(moved, end))
  expect(waits).toHaveLength(1)
  const [night] = waits
  const paused = moved.findLast(({ type }, index) => type === 'run.paused' && index < resumed)
  const next = moved.find(({ type }, index) => type === 'step.started' && index > resumed)
  expect(night?.from).toBeLessThanOrEqual(msOf(paused?.time ?? ''))
  expect(night?.to).toBe(msOf(next?.time ?? ''))
  expect((night?.to ?? 0) - (night?.from ?? 0)).toBeGreaterThanOrEqual(NIGHT)
})

it('no work lies in a long wait, and the same run without its night has none', () => {
  const segments = runSegments(moved, end)
  for (const wait of longWaits(segments))
    for (const { kind, from, to } of segments)
      if (kind !== 'waiting' && kind !== 'person')
        expect(msOf(to) <= wait.from || msOf(from) >= wait.to).toBe(true)
  expect(longWaits(runSegments(lines, lines.at(-1)?.time ?? ''))).toEqual([])
})

it('of several agents at once, only the time without any of them counts', () => {
  const work = [
    { from: 9 * HOUR, to: 10 * HOUR },
    { from: 0, to: HOUR },
    { from: HOUR / 2, to: 2 * HOUR },
  ]
  expect(longIdle(work, { from: 0, to: 12 * HOUR })).toEqual([
    { from: 2 * HOUR, to: 9 * HOUR },
    { from: 10 * HOUR, to: 12 * HOUR },
  ])
})

it('nothing is long where nothing has worked', () => {
  expect(longWaits(runSegments(moved.slice(0, 2), end))).toEqual([])
  expect(longWaits([])).toEqual([])
})
