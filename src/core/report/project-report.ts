import type { Usage } from '../../contracts/launch/agent.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Spent } from '../../contracts/run-state.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import {
  REPORT_GROUPS,
  type ProjectReport,
  type ReportGroup,
  type ReportLine,
  type Verdict,
} from '../../contracts/views/report.ts'
import { itemKey } from '../../contracts/work-item.ts'
import { NOTHING_SPENT, spentAfter, sumOf } from '../state/spent.ts'
import { titleOf } from './item-report.ts'
import { verdictOf } from './next-acts.ts'

export interface Activity {
  row: ItemRow
  /** Its journal entries in the period, oldest first. */
  entries: readonly JournalEntry[]
}

interface ReportTime extends Pick<ProjectReport, 'since' | 'until'> {
  /** Usage of questions that are not about an item. */
  asked: readonly (Usage | null)[]
}

/** The journal entries that a project report needs; the rest need not be read. */
export const REPORTED_TYPES: ReadonlySet<string> = new Set<JournalEntry['type']>([
  'agent.ended',
  'ask.ended',
  'run.completed',
  'run.paused',
  'run.failed',
  'deploy.completed',
])

/** What happened in the period and what is open now: each item once, in its most urgent group. */
export function projectReport(
  activities: Iterable<Activity>,
  { since, until, asked }: ReportTime,
): ProjectReport {
  const lines: ReportLine[] = []
  let spent = asked.reduce((sum, usage) => spentAfter(sum, { usage, ms: 0 }), NOTHING_SPENT)
  for (const { row, entries } of activities) {
    const used = spentIn(entries)
    spent = sumOf(spent, used)
    const line = lineOf(row, entries, used)
    if (line !== null) lines.push(line)
  }
  lines.sort(byGroupThenNewest)
  return { since, until, lines, spent }
}

/** Counts agents that ended in the period: when they spent it is not recorded otherwise. */
function spentIn(entries: readonly JournalEntry[]): Spent {
  let spent = NOTHING_SPENT
  const counted = new Set<string>()
  for (const entry of entries) {
    if (entry.type !== 'agent.ended' && entry.type !== 'ask.ended') continue
    if (entry.type === 'agent.ended' && entry.cause === 'not-started') continue
    if (counted.has(entry.agentId)) continue
    counted.add(entry.agentId)
    spent = spentAfter(spent, { usage: entry.usage ?? null, ms: entry.ranMs ?? 0 })
  }
  return spent
}

function lineOf(row: ItemRow, entries: readonly JournalEntry[], spent: Spent): ReportLine | null {
  const verdict = verdictOf(row)
  const deployed = entries.findLast(({ type }) => type === 'deploy.completed')
  const ended = entries.findLast(
    ({ type }) => type === 'run.completed' || type === 'run.paused' || type === 'run.failed',
  )
  const group = groupOf(verdict, {
    isDeployed: deployed !== undefined,
    isEnded: ended !== undefined,
  })
  if (group === null) return null
  const { item, run, tasks, deploy } = row
  return {
    item,
    title: titleOf(row),
    group,
    verdict,
    run: { status: run.status, reason: run.reason, phase: run.phase },
    at: (group === 'merged' ? deployed : ended)?.time ?? row.activeAt,
    tasks,
    url: deploy.url,
    commit: deploy.commit,
    spent,
  }
}

function groupOf(
  verdict: Verdict,
  { isDeployed, isEnded }: { isDeployed: boolean; isEnded: boolean },
): ReportGroup | null {
  if (verdict === 'needs-you' || verdict === 'failed' || verdict === 'running') return verdict
  if (verdict === 'queued') return 'running'
  if (isDeployed) return 'merged'
  return isEnded ? 'ended' : null
}

function byGroupThenNewest(a: ReportLine, b: ReportLine): number {
  const order = REPORT_GROUPS.indexOf(a.group) - REPORT_GROUPS.indexOf(b.group)
  if (order !== 0) return order
  return (b.at ?? '').localeCompare(a.at ?? '') || itemKey(a.item).localeCompare(itemKey(b.item))
}
