import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { journalEntrySchema, type JournalEntry } from '../../contracts/journal.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { standingAfter } from '../state/evolve.ts'
import { itemInsights } from './item-insights.ts'

const JOURNALS = new URL('../../../test/journals/', import.meta.url)
const NAMES = readdirSync(JOURNALS).filter((file) => file.endsWith('.jsonl'))
type Line = { type: string; [field: string]: unknown }

const linesOf = (name: string): Line[] =>
  readFileSync(new URL(name, JOURNALS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const insightsOf = (lines: Line[]) =>
  itemInsights(
    lines.map((line) => journalEntrySchema.parse(line)),
    '2026-01-02T00:00:00.000Z',
  )

describe('what the pictures of an item show', () => {
  it.each(NAMES)('is what its journal says: %s', (name) => {
    const lines = linesOf(name)
    const { rounds, spending, tasks } = insightsOf(lines)
    const written = lines.filter(({ type }) => type === 'review.round-completed')
    const last = new Map(written.map((line) => [line['round'], line]))
    expect(rounds).toEqual(
      [...last.values()].map(({ round, fixRequired, needsDiscussion }) => ({
        round,
        fixRequired,
        needsDiscussion,
      })),
    )
    const entries = lines.map((line) => journalEntrySchema.parse(line))
    const { spec } = standingAfter(entries, specNamed('login')).spent
    expect(spending).toHaveLength(spec.agents)
    expect(spending.at(-1)?.costUsd ?? null).toBe(spec.costUsd)
    const tokens = spec.inputTokens === null ? null : spec.inputTokens + (spec.outputTokens ?? 0)
    expect(spending.at(-1)?.tokens ?? null).toBe(tokens)
    for (const { done, total } of tasks) expect(done).toBeLessThanOrEqual(total)
    for (const [index, { costUsd }] of spending.entries())
      expect(costUsd ?? 0).toBeGreaterThanOrEqual(spending[index - 1]?.costUsd ?? 0)
  })

  it('the tasks after each run: re-runs as they were counted, the last one done', () => {
    const { tasks } = insightsOf(linesOf('impl-reruns.jsonl'))
    const counted = linesOf('impl-reruns.jsonl').filter(({ type }) => type === 'impl.rerun')
    expect(counted.length).toBeGreaterThan(0)
    const counts = tasks.map(({ done, total }) => ({ done, total }))
    expect(counts.slice(0, counted.length)).toEqual(
      counted.map(({ done, total }) => ({ done, total })),
    )
    expect(counts.at(-1)).toEqual({ done: counts[0]?.total, total: counts[0]?.total })
    expect(tasks).toHaveLength(counted.length + 1)
  })

  it('a run that was stopped is known by what the next one found', () => {
    const step = (seq: number, done: number): JournalEntry =>
      ({
        seq,
        time: `2026-01-01T00:0${seq}:00.000Z`,
        type: 'step.started',
        stepId: `step_1_${seq}`,
        attempt: 1,
        agentId: `agent_1_${seq}_1`,
        phase: 'impl',
        round: null,
        atLaunch: { tasks: { done, total: 5 } },
      }) as unknown as JournalEntry
    const { tasks } = itemInsights([step(1, 0), step(2, 3)], '2026-01-01T01:00:00.000Z')
    expect(tasks.map(({ done }) => done)).toEqual([3, 3])
  })
})
