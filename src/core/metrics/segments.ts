import type { Usage } from '../../contracts/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AgentPhase, Phase } from '../../contracts/phases.ts'
import type { RunReason } from '../../contracts/reasons.ts'
import { momentOf, msOf } from '../moments.ts'
import { SegmentFold, type Stretch } from './segment-fold.ts'

/** What a run waits for that is no one's decision. */
type Awaited = 'slot' | 'working-tree' | 'base' | 'quota' | 'service' | 'network'

/** What one is about: by its kind. */
export type SegmentWork =
  | {
      kind: 'agent'
      step: AgentPhase
      agentId: AgentId
      /** Null in journals of an earlier version. */
      agent: string | null
      round: number | null
      attempt: number
      /** Which re-run of impl or fix it belongs to; 0 is the first run. */
      rerun: number
    }
  | { kind: 'check'; name: string; agentId: AgentId; attempt: number }
  | { kind: 'git'; act: string; agentId: AgentId; attempt: number }
  | { kind: 'waiting'; for: Awaited }
  | { kind: 'person'; why: RunReason | 'question' }

/** One stretch of an item's time; no two of an item overlap. */
export type Segment = SegmentWork & {
  phase: Phase | null
  from: string
  /** Of one that is not over: now. */
  to: string
  isOpen: boolean
  outcome: 'done' | 'failed' | 'stopped' | null
  /** What the agent reported, on its last stretch. */
  usage: Usage | null
}

/** Agents, host, waits and people; what lies between a run's end and the next one is none of them. */
export interface TimeTotals {
  agentMs: number
  /** Checks and acts with git. */
  hostMs: number
  waitingMs: number
  personMs: number
  totalMs: number
}

export function runSegments(entries: readonly JournalEntry[], now: string): Segment[] {
  const stretches: Stretch[] = []
  const lastOf = new Map<string, Stretch>()
  const ends = new Map<string, Pick<Stretch, 'outcome' | 'usage'>>()
  const fold = new SegmentFold({
    closed: (stretch) => {
      stretches.push(stretch)
      if (stretch.work.kind === 'agent') lastOf.set(stretch.work.agentId, stretch)
    },
    // Reported twice it counts once.
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

const NO_TIME: TimeTotals = { agentMs: 0, hostMs: 0, waitingMs: 0, personMs: 0, totalMs: 0 }

const SUM_OF = {
  agent: 'agentMs',
  check: 'hostMs',
  git: 'hostMs',
  waiting: 'waitingMs',
  person: 'personMs',
} as const satisfies Record<Segment['kind'], keyof TimeTotals>

function withTime(sum: TimeTotals, kind: Segment['kind'], ms: number): TimeTotals {
  const key = SUM_OF[kind]
  return { ...sum, [key]: sum[key] + ms, totalMs: sum.totalMs + ms }
}

export const timeTotals = (segments: readonly Segment[]): TimeTotals =>
  segments.reduce((sum, one) => withTime(sum, one.kind, msIn(one)), NO_TIME)

const msIn = ({ from, to }: Pick<Segment, 'from' | 'to'>): number => msOf(to) - msOf(from)
