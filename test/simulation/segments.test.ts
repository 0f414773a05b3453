import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { journalEntrySchema, type JournalEntry } from '../../src/contracts/journal.ts'
import type { Segment } from '../../src/contracts/views/insights.ts'
import { runSegments, timeAt, timeTotals } from '../../src/core/metrics/segments.ts'
import { TimeTally } from '../../src/core/metrics/time-tally.ts'
import { act, action, comesToRest, deployWorld } from './deploy-laws.ts'

const RUNS = 200
const LONG_MS = 30 * 60_000
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')

const msOf = (moment: string): number => Date.parse(moment)

/** Spreads the entries in time, because the clock of a simulation hardly moves. */
function retimed(entries: readonly JournalEntry[], gaps: number[]): JournalEntry[] {
  let time = BEGIN
  return entries.map((entry, index) => {
    time += gaps[index % gaps.length] ?? 0
    return { ...entry, time: new Date(time).toISOString() }
  })
}

function lawsHold(entries: readonly JournalEntry[], now: string): Segment[] {
  const segments = runSegments(entries, now)
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of segments) {
    expect(msOf(from), 'overlaps the one before').toBeGreaterThanOrEqual(end)
    expect(msOf(to), 'negative').toBeGreaterThanOrEqual(msOf(from))
    end = msOf(to)
  }
  const open = segments.filter(({ isOpen }) => isOpen)
  expect(open.length).toBeLessThanOrEqual(1)
  if (open[0] !== undefined) expect(segments.at(-1)).toBe(open[0])
  const sum = (...kinds: Segment['kind'][]): number =>
    segments
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((ms, { from, to }) => ms + msOf(to) - msOf(from), 0)
  expect(timeTotals(segments)).toEqual({
    agentMs: sum('agent'),
    hostMs: sum('check', 'git'),
    waitingMs: sum('waiting'),
    personMs: sum('person'),
    totalMs: sum('agent', 'check', 'git', 'waiting', 'person'),
  })
  const tally = new TimeTally()
  for (const entry of entries) tally.take(entry)
  const last = segments.at(-1)
  const until = last?.isOpen ? msOf(last.to) : msOf(now)
  expect(timeAt(tally.time, until), 'entry by entry').toEqual(timeTotals(segments))
  const used = segments.reduce((tokens, { usage }) => tokens + (usage?.outputTokens ?? 0), 0)
  const told = new Map<string, number>()
  const launched = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'step.started') launched.add(entry.agentId)
    if (entry.type === 'agent.ended' && launched.has(entry.agentId) && !told.has(entry.agentId))
      told.set(entry.agentId, entry.usage?.outputTokens ?? 0)
  }
  expect(used, 'what agents used').toBe([...told.values()].reduce((a, b) => a + b, 0))
  return segments
}

/** How long host work is running, computed independently of the fold. */
function busyMs(entries: readonly JournalEntry[]): number {
  const spans = entries.flatMap((entry) => {
    if (entry.type !== 'check.started' && entry.type !== 'git.started') return []
    const end = entries.find(
      (other) =>
        (other.type === 'check.completed' || other.type === 'git.completed') &&
        other.agentId === entry.agentId,
    )
    return end ? [msOf(end.time) - msOf(entry.time)] : []
  })
  return spans.reduce((sum, ms) => sum + ms, 0)
}

it(
  `segments of random runs never overlap and add up, over ${RUNS} journals`,
  () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(action, { minLength: 10, maxLength: 60 }),
        fc.array(fc.integer({ min: -3000, max: 600_000 }), { minLength: 1, maxLength: 40 }),
        (hasWorktree, actions, gaps) => {
          const world = deployWorld(hasWorktree)
          world.command({ type: 'start', go: [], nogo: [], agent: null })
          world.drain()
          for (const one of actions) act(world, one)
          comesToRest(world, 400)
          const entries = retimed(world.journal, gaps)
          const now = new Date(BEGIN + 40 * 24 * 3_600_000).toISOString()
          for (const { kind } of lawsHold(entries, now)) kinds.add(kind)
          // Any prefix is a valid journal too, and so is one with lost lines.
          lawsHold(entries.slice(0, Math.floor(entries.length / 2)), now)
          lawsHold(
            entries.filter((_, index) => index % 3 !== 1),
            now,
          )
        },
      ),
      { numRuns: RUNS },
    )
    expect([...kinds].toSorted()).toEqual(['agent', 'check', 'git', 'person', 'waiting'])
  },
  LONG_MS,
)

it(
  'without crashes the host has worked as long as its steps lasted',
  () => {
    const calm = action.filter(({ kind }) => kind !== 'crash' && kind !== 'command')
    fc.assert(
      fc.property(fc.array(calm, { minLength: 10, maxLength: 60 }), (actions) => {
        const world = deployWorld(true)
        world.command({ type: 'start', go: ['deploy'], nogo: [], agent: null })
        world.drain()
        for (const one of actions) act(world, one)
        const entries = retimed(world.journal, [1000, 0, 7000])
        const now = entries.at(-1)?.time ?? ''
        const isOver = entries.filter(({ type }) => type.endsWith('.started')).length > 0
        const { hostMs } = timeTotals(runSegments(entries, now).filter(({ isOpen }) => !isOpen))
        if (isOver) expect(hostMs).toBe(busyMs(entries))
      }),
      { numRuns: 50 },
    )
  },
  LONG_MS,
)

const JOURNALS = new URL('../journals/', import.meta.url)
const NAMES = readdirSync(JOURNALS).filter((file) => file.endsWith('.jsonl'))

it.each(NAMES)('segments of a real journal never overlap and add up: %s', (name) => {
  const entries = readFileSync(new URL(name, JOURNALS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => journalEntrySchema.parse(JSON.parse(line)))
  const segments = lawsHold(entries, entries.at(-1)?.time ?? '')
  const launched = new Set(entries.flatMap((e) => (e.type === 'step.started' ? [e.agentId] : [])))
  const shown = new Set(segments.flatMap((one) => (one.kind === 'agent' ? [one.agentId] : [])))
  expect(shown).toEqual(launched)
})
