import type { Usage } from '../../contracts/launch/agent.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { Segment, SegmentWork } from '../../contracts/views/insights.ts'
import { foldEntry, type EntryFold } from '../journal/entry-fold.ts'
import { msOf } from '../moments.ts'
import { definitionOf, phaseOf } from '../workflow/workflows.ts'

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>
type Outcome = Segment['outcome']

/** A segment with its times as numbers. */
export interface Stretch {
  work: SegmentWork
  phase: Phase | null
  from: number
  to: number
  outcome: Outcome
  usage: Usage | null
}

interface Open {
  work: SegmentWork
  phase: Phase | null
  from: number
  /** When the launch began; a question splits it into two stretches. */
  begun: number
  /** When it was last seen before its host crashed. */
  seen: number | null
}

interface SegmentListener {
  closed: (stretch: Stretch) => void
  /** How an agent ended and what it used; may come after its last stretch. */
  ended?: (agentId: string, end: { outcome: Outcome; usage: Usage | null }) => void
}

/** Where a fold stands, as plain data. */
export interface SavedSegments {
  open: Open | null
  /** Null before the first entry. */
  time: number | null
  phase: Phase | null
  asking: Open | null
  rerun: number
}

/** Cuts an item's time into stretches, entry by entry. Time never runs backwards here. */
export class SegmentFold {
  readonly #line: Timeline

  /** `saved`: goes on from there. */
  constructor(listener: SegmentListener, saved?: SavedSegments) {
    this.#line = new Timeline(listener, saved)
  }

  get saved(): SavedSegments {
    return this.#line.saved
  }

  take(entry: JournalEntry): void {
    const before = this.#line.time
    this.#line.time = Math.max(before, msOf(entry.time) || before)
    if (!Number.isFinite(this.#line.time)) return
    if (entry.type === 'run.recovered') this.#line.recovered(before)
    else foldEntry(FOLLOWED, this.#line, entry)
  }

  /** The stretch that is still open, up to `now`. */
  openAt(now: number): Stretch | null {
    const { open, time } = this.#line
    if (open === null) return null
    const { work, phase, from } = open
    const to = Math.max(from, time, now || from)
    return { work, phase, from, to, outcome: null, usage: null }
  }
}

const FOLLOWED: EntryFold<Timeline> = {
  'run.started': (line, entry) => line.started(entry),
  'run.resumed': (line, entry) => line.started(entry),
  'run.waiting': (line, { for: what, phase }) =>
    what === 'answers'
      ? line.begin({ kind: 'person', why: 'needs-answers' }, phase)
      : line.begin({ kind: 'waiting', for: what }, phase),
  'clarify.settled': (line) => line.begin({ kind: 'waiting', for: 'slot' }, 'requirements'),
  'run.paused': (line, { reason, phase }) => line.begin({ kind: 'person', why: reason }, phase),
  'run.failed': (line, { reason, phase }) => line.begin({ kind: 'person', why: reason }, phase),
  'run.completed': (line) => line.end(),
  'run.reset': (line) => line.end(),
  'phase.started': (line, { phase }) => line.opened(phase),
  'deploy.queued': (line) => line.begin({ kind: 'waiting', for: 'base' }, line.phase),
  'deploy.started': (line) => line.endWait(),
  'impl.rerun': (line, { attempt }) => line.rerun(attempt),
  'fix.rerun': (line, { attempt }) => line.rerun(attempt),
  'step.started': (line, entry) => line.begin(line.agentWork(entry), phaseOf(entry.phase)),
  'agent.asked': (line, { agentId }) => line.asked(agentId),
  'agent.answered': (line, { agentId }) => line.answered(agentId),
  'agent.recalled': (line, { agentId }) => line.answered(agentId),
  'agent.ended': (line, entry) => line.agentEnded(entry),
  'check.started': (line, { agentId, attempt, phase, work: { name } }) =>
    line.begin({ kind: 'check', name, agentId, attempt }, phase),
  'check.completed': (line, { agentId, result, ms }) =>
    line.stepEnded(agentId, CHECK_OUTCOMES[result], ms || null),
  'git.started': (line, { agentId, attempt, phase, act }) =>
    line.begin({ kind: 'git', act: act.type, agentId, attempt }, phase),
  'git.completed': (line, { agentId, result }) =>
    line.stepEnded(agentId, result === null ? 'failed' : 'done', null),
}

/** One stretch at a time: opening one closes the one before, so that none overlap. */
class Timeline {
  open: Open | null = null
  time = Number.NEGATIVE_INFINITY
  phase: Phase | null = null
  readonly #listener: SegmentListener
  /** The agent that waits for an answer. */
  #asking: Open | null = null
  #rerun = 0

  constructor(listener: SegmentListener, saved?: SavedSegments) {
    this.#listener = listener
    if (saved === undefined) return
    this.open = saved.open && { ...saved.open }
    this.time = saved.time ?? this.time
    this.phase = saved.phase
    this.#asking = saved.asking && { ...saved.asking }
    this.#rerun = saved.rerun
  }

  get saved(): SavedSegments {
    const { open, time, phase } = this
    const asking = this.#asking
    return {
      open: open && { ...open },
      time: Number.isFinite(time) ? time : null,
      phase,
      asking: asking && { ...asking },
      rerun: this.#rerun,
    }
  }

  started({ phase, implReruns }: Entry<'run.started' | 'run.resumed'>): this {
    this.#rerun = implReruns ?? 0
    return this.begin({ kind: 'waiting', for: 'slot' }, phase)
  }

  opened(phase: Phase): this {
    this.phase = phase
    return this.endWait()
  }

  rerun(attempt: number): this {
    this.#rerun = attempt
    return this
  }

  agentWork({ phase, agentId, agent, round, attempt }: Entry<'step.started'>): SegmentWork {
    const rerun = definitionOf(phaseOf(phase)).kind === 'code' ? this.#rerun : 0
    return { kind: 'agent', step: phase, agentId, agent: agent ?? null, round, attempt, rerun }
  }

  asked(agentId: string): this {
    const open = this.#asking ?? this.open
    if (open === null || !isOf(open, agentId)) return this
    this.begin({ kind: 'person', why: 'question' }, open.phase)
    this.#asking = open
    return this
  }

  answered(agentId: string): this {
    const asking = this.#asking
    if (asking === null || !isOf(asking, agentId)) return this
    this.end()
    this.open = { ...asking, from: this.time }
    return this
  }

  agentEnded(entry: Entry<'agent.ended'>): this {
    const { agentId } = entry
    const outcome = AGENT_OUTCOMES[entry.status]
    const ranMs = entry.ranMs ?? null
    const isLost = (entry.lost || entry.cause === 'not-started') && ranMs === null
    if (this.#asking !== null && isOf(this.#asking, agentId)) this.end()
    else if (!isLost) this.stepEnded(agentId, outcome, ranMs)
    else if (this.open !== null && isOf(this.open, agentId)) this.end()
    this.#listener.ended?.(agentId, { outcome, usage: entry.usage ?? null })
    return this
  }

  /** After a crash, only the step's own run time tells when it ended. */
  stepEnded(agentId: string, outcome: Outcome, ranMs: number | null): this {
    if (this.open === null || !isOf(this.open, agentId)) return this
    const { seen, begun } = this.open
    const to = seen === null || ranMs === null ? this.time : begun + ranMs
    return this.#close(this.open, { to, outcome })
  }

  begin(work: SegmentWork, phase: Phase | null): this {
    this.end()
    this.open = { work, phase, from: this.time, begun: this.time, seen: null }
    return this
  }

  endWait(): this {
    return this.open?.work.kind === 'waiting' ? this.end() : this
  }

  /** Closes the open stretch now; after a crash, when it was last seen. */
  end(): this {
    if (this.open === null) return this
    return this.#close(this.open, { to: this.open.seen ?? this.time, outcome: null })
  }

  recovered(before: number): void {
    if (this.open !== null && 'agentId' in this.open.work) this.open.seen ??= before
  }

  #close({ work, phase, from }: Open, { to, outcome }: { to: number; outcome: Outcome }): this {
    this.open = null
    this.#asking = null
    const end = Math.min(Math.max(from, to), this.time)
    this.#listener.closed({ work, phase, from, to: end, outcome, usage: null })
    return this
  }
}

const isOf = ({ work }: Open, agentId: string): boolean =>
  'agentId' in work && work.agentId === agentId

const AGENT_OUTCOMES = { completed: 'done', failed: 'failed', interrupted: 'stopped' } as const
const CHECK_OUTCOMES = { passed: 'done', failed: 'failed', stopped: 'stopped' } as const
