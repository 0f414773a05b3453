import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemTime, Segment, TimeTotals } from '../../contracts/views/insights.ts'
import { momentOf, msOf } from '../moments.ts'
import { SegmentFold, type Stretch } from './segment-fold.ts'

export function runSegments(entries: readonly JournalEntry[], now: string): Segment[] {
  const stretches: Stretch[] = []
  const lastOf = new Map<string, Stretch>()
  const ends = new Map<string, Pick<Stretch, 'outcome' | 'usage'>>()
  const fold = new SegmentFold({
    closed: (stretch) => {
      stretches.push(stretch)
      if (stretch.work.kind === 'agent') lastOf.set(stretch.work.agentId, stretch)
    },
    // An end that is reported twice counts once.
    ended: (agentId, end) => void (ends.has(agentId) || ends.set(agentId, end)),
  })
  for (const entry of entries) fold.take(entry)
  for (const [agentId, end] of ends) Object.assign(lastOf.get(agentId) ?? {}, end)
  const open = fold.openAt(msOf(now))
  return [
    ...stretches.map((one) => segmentOf(one, false)),
    ...(open === null ? [] : [segmentOf(open, true)]),
  ]
}

const segmentOf = (
  { work, phase, from, to, outcome, usage }: Stretch,
  isOpen: boolean,
): Segment => ({
  ...work,
  phase,
  from: momentOf(from),
  to: momentOf(to),
  isOpen,
  outcome,
  usage,
})

export const NO_TIME: TimeTotals = { agentMs: 0, hostMs: 0, waitingMs: 0, personMs: 0, totalMs: 0 }

export const NO_ITEM_TIME: ItemTime = { over: NO_TIME, open: null }

const SUM_OF = {
  agent: 'agentMs',
  check: 'hostMs',
  git: 'hostMs',
  waiting: 'waitingMs',
  person: 'personMs',
} as const satisfies Record<Segment['kind'], keyof TimeTotals>

export function withTime(sum: TimeTotals, kind: Segment['kind'], ms: number): TimeTotals {
  const key = SUM_OF[kind]
  return { ...sum, [key]: sum[key] + ms, totalMs: sum.totalMs + ms }
}

export const timeTotals = (segments: readonly Segment[]): TimeTotals =>
  segments.reduce((sum, one) => withTime(sum, one.kind, msIn(one)), NO_TIME)

const msIn = ({ from, to }: Pick<Segment, 'from' | 'to'>): number => msOf(to) - msOf(from)

/** Like timeTotals, from finished totals plus the segment that is still open. */
export const timeAt = ({ over, open }: ItemTime, nowMs: number): TimeTotals =>
  open === null ? over : withTime(over, open.kind, Math.max(0, nowMs - msOf(open.since) || 0))

export const sumOfTimes = (times: readonly TimeTotals[]): TimeTotals =>
  times.reduce(
    (sum, one) => ({
      agentMs: sum.agentMs + one.agentMs,
      hostMs: sum.hostMs + one.hostMs,
      waitingMs: sum.waitingMs + one.waitingMs,
      personMs: sum.personMs + one.personMs,
      totalMs: sum.totalMs + one.totalMs,
    }),
    NO_TIME,
  )
