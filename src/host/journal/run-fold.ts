import type { WorkItem } from '../../contracts/work-item.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { TimeTally } from '../../core/metrics/time-tally.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { withForeign } from '../../core/state/foreign-entries.ts'
import type { JournalFollower } from '../ports/journal.ts'
import { isBeginning } from './journal-glance.ts'

/** A work item's state by its journal: the one fold that its owner and its row share. */
export class RunFold implements JournalFollower {
  readonly #item: WorkItem
  state: AutoExecutionState
  /** The states before and after entries at the end that this computer did not write. */
  #foreign: { own: AutoExecutionState; shown: AutoExecutionState } | null = null
  /** When the last entry was written. */
  enteredAt: string | null = null
  /** When the last run was completed; null while another one is in progress. */
  completedAt: string | null = null
  /** When the user last started the run. */
  begunAt: string | null = null
  /** The number of the last entry before what this computer wrote in the current session. */
  sessionAfter = 0
  /** The time that the item took so far, by who spent it. */
  time = new TimeTally()
  #count = 0
  #sessionBegin = 0
  #lastDamage = 0
  #streak: Streak = NO_STREAK
  #lastSeq = 0

  constructor(item: WorkItem) {
    this.#item = item
    this.state = initialState(item)
  }

  /** Part of the current session cannot be read. */
  get isSessionDamaged(): boolean {
    return this.#lastDamage > this.#sessionBegin
  }

  /** It ends with entries that this computer did not write. */
  get isForeign(): boolean {
    return this.#foreign !== null
  }

  entries(entries: readonly JournalEntry[]): void {
    this.#foreign = null
    for (const entry of entries) {
      this.#note(entry)
      this.state = evolve(this.state, entry)
    }
  }

  foreign(entries: readonly JournalEntry[]): void {
    const own = this.#foreign?.own ?? this.state
    let shown = this.#foreign?.shown ?? own
    for (const entry of entries) {
      this.#note(entry)
      shown = evolve(shown, entry)
      this.sessionAfter = entry.seq
    }
    this.#foreign = { own, shown }
    this.state = withForeign(own, shown)
  }

  damaged(): void {
    this.#lastDamage = this.#count
  }

  restarted(): void {
    this.#foreign = null
    this.state = initialState(this.#item)
    this.enteredAt = null
    this.completedAt = null
    this.begunAt = null
    this.time = new TimeTally()
    this.sessionAfter = 0
    this.#count = 0
    this.#sessionBegin = 0
    this.#lastDamage = 0
    this.#streak = NO_STREAK
    this.#lastSeq = 0
  }

  /** Numbers up to this one are taken, by entries of a newer version for example. */
  raise(version: number): void {
    if (version > this.state.lastSeq) this.state = { ...this.state, lastSeq: version }
  }

  #note(entry: JournalEntry): void {
    const { type, time, seq } = entry
    const here = { time, index: this.#count, after: this.#lastSeq }
    const streak = this.#streak.time === time ? this.#streak : here
    if (type === 'run.completed') this.completedAt = time
    if (isBeginning(entry)) {
      this.begunAt = time
      this.completedAt = null
      this.#sessionBegin = streak.index
      this.sessionAfter = streak.after
    }
    this.#streak = type.startsWith('run.') ? NO_STREAK : streak
    this.time.take(entry)
    this.enteredAt = time
    this.#lastSeq = seq
    this.#count++
  }
}

/** Entries with the same time, none about the run: what a start changes is recorded before it. */
interface Streak {
  time: string | null
  index: number
  after: number
}

const NO_STREAK: Streak = { time: null, index: 0, after: 0 }
