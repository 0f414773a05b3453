import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { Changes } from '../../contracts/views/changes.ts'
import type { ItemReport, ReportCheck, ReportRound } from '../../contracts/views/report.ts'
import { runSegments, timeTotals } from '../metrics/segments.ts'
import { isLive } from '../views/phase-cells.ts'
import { changedFiles } from './changed-files.ts'
import { decidedForYou } from './decided.ts'
import { nextActs, verdictOf } from './next-acts.ts'

export interface ReportFacts {
  row: ItemRow
  /** The item's whole journal. */
  entries: readonly JournalEntry[]
  /** What agents assumed and wrote down instead of asking. */
  assumptions: readonly string[]
  /** Null if the changes were not read. */
  changes: Changes | null
  now: string
}

/** The single source for what terminal, page and report files say about an item's outcome. */
export function itemReport({ row, entries, assumptions, changes, now }: ReportFacts): ItemReport {
  const { item, workflow, run, detail, tasks, inspections, verifications } = row
  const { workspace, deploy, usage } = row
  return {
    item,
    title: titleOf(row),
    workflow,
    verdict: verdictOf(row),
    run: { status: run.status, reason: run.reason, phase: run.phase },
    detail,
    beganAt: entries.find(isBeginning)?.time ?? null,
    endedAt: isLive(row) ? null : (entries.findLast(isEnd)?.time ?? null),
    tasks,
    rounds: roundsOf(row, entries),
    reruns: entries.filter(({ type }) => type === 'impl.rerun' || type === 'fix.rerun').length,
    checks: row.checks.map(({ name, result }) => checkOf(name, result, entries)),
    inspections,
    verifications,
    files: changedFiles(item, changes),
    time: timeTotals(runSegments(entries, now)),
    spent: usage,
    decided: decidedForYou(row, entries, assumptions),
    workspace,
    deploy,
    next: nextActs(row),
  }
}

export const titleOf = ({ description, item }: ItemRow): string =>
  description
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? item.name

const isBeginning = ({ type }: JournalEntry): boolean => type === 'run.started'

const isEnd = ({ type }: JournalEntry): boolean =>
  type === 'run.completed' || type === 'run.paused' || type === 'run.failed'

function roundsOf({ review }: ItemRow, entries: readonly JournalEntry[]): ReportRound[] {
  const approved = new Set<number>()
  for (const entry of entries)
    if (entry.type === 'review.round-completed' && entry.approved) approved.add(entry.round)
  return review.rounds.flatMap(({ roundNumber, fixRequired, needsDiscussion }) =>
    fixRequired === null || needsDiscussion === null
      ? []
      : [
          {
            round: roundNumber,
            fixRequired,
            needsDiscussion,
            isApproved: approved.has(roundNumber),
          },
        ],
  )
}

function checkOf(
  name: string,
  result: ReportCheck['result'],
  entries: readonly JournalEntry[],
): ReportCheck {
  const last = entries.findLast(
    (entry) =>
      entry.type === 'check.completed' && entry.name === name && entry.result !== 'stopped',
  )
  if (last?.type !== 'check.completed') return { name, result, ms: null, exitCode: null }
  return { name, result, ms: last.ms, exitCode: last.exitCode }
}
