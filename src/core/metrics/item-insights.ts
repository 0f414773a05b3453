import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemInsights } from '../../contracts/views/insights.ts'
import { amountOf, NOTHING_SPENT, spentAfter } from '../state/spent.ts'
import { definitionOf, phaseOf } from '../workflow/workflows.ts'
import { runSegments, timeTotals } from './segments.ts'

type Task = ItemInsights['tasks'][number]

/** The data for an item's charts, from its journal alone. */
export function itemInsights(entries: readonly JournalEntry[], now: string): ItemInsights {
  const segments = runSegments(entries, now)
  return {
    segments,
    time: timeTotals(segments),
    rounds: roundsIn(entries),
    tasks: tasksIn(entries),
    spending: spendingIn(entries),
  }
}

function roundsIn(entries: readonly JournalEntry[]): ItemInsights['rounds'] {
  const rounds = new Map<number, ItemInsights['rounds'][number]>()
  for (const entry of entries)
    if (entry.type === 'review.round-completed') {
      const { round, fixRequired, needsDiscussion } = entry
      rounds.set(round, { round, fixRequired, needsDiscussion })
    }
  return [...rounds.values()].sort((a, b) => a.round - b.round)
}

/** Entries with the task counts at the end of an impl run. */
const COUNTS: ReadonlySet<string> = new Set(['impl.rerun', 'impl.limit-reached', 'impl.checked'])

/** If a run ended early, its counts are taken from the start of the next one. */
function tasksIn(entries: readonly JournalEntry[]): Task[] {
  const runs: Task[] = []
  const counted = (at: string, counts: { done: number; total: number }): void => {
    const last = runs.at(-1)
    if (last === undefined) runs.push({ at, ...counts })
    else Object.assign(last, { at, ...counts })
  }
  for (const entry of entries) {
    if (COUNTS.has(entry.type) && 'done' in entry && 'total' in entry) {
      const { done, total } = entry
      counted(entry.time, { done, total })
    } else if (entry.type === 'phase.completed' && definitionOf(entry.phase).ticksTasks) {
      const total = runs.at(-1)?.total
      if (total !== undefined) counted(entry.time, { done: total, total })
    } else if (entry.type === 'step.started' && entry.attempt === 1) {
      const tasks = entry.atLaunch?.tasks ?? null
      if (tasks === null || !definitionOf(phaseOf(entry.phase)).ticksTasks) continue
      if (runs.length > 0) counted(runs.at(-1)?.at ?? entry.time, tasks)
      runs.push({ at: entry.time, ...tasks })
    }
  }
  return runs
}

const isPaidFor = (
  entry: JournalEntry,
): entry is Extract<JournalEntry, { type: 'agent.ended' | 'ask.ended' }> =>
  entry.type === 'ask.ended' || (entry.type === 'agent.ended' && entry.cause !== 'not-started')

/** Each agent counts once, at its first reported end. */
function spendingIn(entries: readonly JournalEntry[]): ItemInsights['spending'] {
  const open = new Set<string>()
  const points: ItemInsights['spending'] = []
  let spent = NOTHING_SPENT
  for (const entry of entries) {
    if (entry.type === 'step.started') open.add(entry.agentId)
    if (!isPaidFor(entry) || (entry.type === 'agent.ended' && !open.delete(entry.agentId))) continue
    spent = spentAfter(spent, { usage: entry.usage ?? null, ms: entry.ranMs ?? 0 })
    const { costUsd, inputTokens } = spent
    const tokens = inputTokens === null ? null : amountOf(spent, 'tokens')
    points.push({ at: entry.time, costUsd, tokens })
  }
  return points
}
