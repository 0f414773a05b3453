import type { JournalEntry } from '../../contracts/journal.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { decide } from '../../core/decide/decide.ts'
import type { Effect, Launch } from '../../core/decide/effects.ts'
import type { Cause, DecideEvent, EffectFailure } from '../../core/decide/events.ts'
import type { RunFold } from '../journal/run-fold.ts'
import { type Journal, JournalMoved, type Reloaded } from '../ports/journal.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'

type JournalEffect = Extract<Effect, { type: 'append' }>
export type OuterEffect = Exclude<Effect, JournalEffect>

/**
 * `isJournal`: the journal itself cannot be written. `was`: the state in which it happened.
 * `isOpen`: someone may still wait for the end of that run.
 */
export type Breakdown = EffectFailure & {
  isJournal: boolean
  was: AutoExecutionState
  isOpen: boolean
}

/** All effects of an owner on the outside, except its journal. */
export interface Performer {
  now(): string
  /**
   * `recorded`: resolves once the journal explains the effect; only `write-spec` is begun before.
   */
  perform(owner: SpecOwner, effect: OuterEffect, recorded?: Promise<void>): Promise<void> | void
  /** May be called before a launch; the launch itself reports whatever goes wrong. */
  prepare(owner: SpecOwner, launch: Launch): void
  /** The reply a command gets when its decision could not be carried out. */
  failureOf(error: unknown): EffectFailure
  appending(owner: SpecOwner, entries: JournalEntry[]): void
  appended(owner: SpecOwner, entries: JournalEntry[]): void
  /** Nothing more may happen: a decision could not be made or recorded. Never throws. */
  broken(owner: SpecOwner, failure: Breakdown): Promise<void>
  idle(owner: SpecOwner): void
}

/** The only owner of an item: handles all of its events, one at a time. */
export class SpecOwner {
  readonly item: WorkItem
  readonly journal: Journal
  readonly #fold: RunFold
  readonly #performer: Performer
  #queue: DecideEvent[] = []
  #working: Promise<void> | null = null
  #broken: EffectFailure | null = null
  /**
   * In memory only: on disk the run looks like one whose host crashed, and can be recovered like
   * it.
   */
  #brokenState: AutoExecutionState | null = null

  /** The fold must follow the journal: `append` has updated it when it resolves. */
  constructor(fold: RunFold, journal: Journal, performer: Performer) {
    this.item = fold.state.item
    this.journal = journal
    this.#fold = fold
    this.#performer = performer
  }

  get state(): AutoExecutionState {
    return this.#brokenState ?? this.#fold.state
  }

  /** The entries since the user last started the run. */
  session(): Promise<JournalEntry[]> {
    return this.journal.read(this.#fold.sessionAfter)
  }

  send(event: DecideEvent): void {
    this.#queue.push(event)
    this.#working ??= this.#work()
  }

  /** Resolves when every event sent so far, and what followed from it, has been carried out. */
  async drain(): Promise<void> {
    while (this.#working !== null) await this.#working
  }

  async #work(): Promise<void> {
    // The sender continues first: an event sent in a call is handled after the call has returned.
    await Promise.resolve()
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift())
      await this.#process(event)
    this.#working = null
    this.#performer.idle(this)
  }

  async #process(event: DecideEvent): Promise<void> {
    if (this.#broken) return this.#refuse(event, this.#broken)
    const wasLive = isLive(this.state)
    try {
      await this.#carryOutAll(decide(this.state, event).effects)
    } catch (error) {
      const isReplaced = error instanceof JournalFailed && error.cause instanceof JournalMoved
      if (isReplaced && event.type !== 'journal.lost') await this.#reloadJournal(event)
      else await this.#break(event, error, wasLive)
    }
  }

  /** If one fails, effects that end a run are still carried out, and every command is answered. */
  async #carryOutAll(effects: Effect[]): Promise<void> {
    const wasLive = isLive(this.state)
    let failure: EffectFailure | null = null
    const launch = effects.find((effect) => effect.type === 'launch')?.launch ?? null
    for (const effect of effects) {
      const hasEnded = wasLive && !isLive(this.state)
      if (failure !== null && effect.type !== 'reply' && !hasEnded) continue
      try {
        const isLaunchAhead = failure === null && launch !== null
        await this.#carryOut(
          failure === null ? effect : insteadOf(effect, failure),
          isLaunchAhead ? launch : null,
        )
      } catch (error) {
        if (error instanceof JournalFailed) throw error
        const failed = this.#performer.failureOf(error)
        if (effect.type === 'read-facts') this.#factsFailed(effect.cause, failed)
        // The run's end is in the journal: a failure to write it to spec.json does not undo it.
        else if (effect.type !== 'write-spec' || !hasEnded) failure ??= failed
      }
    }
    const { runId } = this.state
    if (failure !== null)
      this.send({ type: 'effect.failed', at: this.#performer.now(), runId, failure })
  }

  async #carryOut(effect: Effect, ahead: Launch | null): Promise<void> {
    if (effect.type === 'append') return this.#append(effect.entries)
    if (effect.type === 'write-spec') return this.#writeSpec(effect, ahead)
    if (needsSync(effect)) await this.#sync(effect.type === 'launch' ? ahead : null)
    const done = this.#performer.perform(this, effect)
    if (done !== undefined) await done
  }

  async #append(entries: JournalEntry[]): Promise<void> {
    this.#performer.appending(this, entries)
    try {
      await this.journal.append(this.state.lastSeq, entries)
    } catch (error) {
      throw new JournalFailed(error)
    }
    this.#performer.appended(this, entries)
  }

  /**
   * Prepares the new spec.json and a coming launch while the journal is being synced; the old
   * spec.json is replaced only afterwards.
   */
  async #writeSpec(effect: OuterEffect, ahead: Launch | null): Promise<void> {
    const synced = this.journal.sync()
    const written = (async () => this.#performer.perform(this, effect, synced))()
    if (ahead !== null) this.#performer.prepare(this, ahead)
    const [journal, spec] = await Promise.allSettled([synced, written])
    if (journal.status === 'rejected') throw new JournalFailed(journal.reason)
    if (spec.status === 'rejected') throw spec.reason
  }

  async #sync(ahead: Launch | null): Promise<void> {
    const syncing = this.journal.sync()
    if (ahead !== null) this.#performer.prepare(this, ahead)
    try {
      await syncing
    } catch (error) {
      throw new JournalFailed(error)
    }
  }

  #factsFailed(cause: Cause, failure: EffectFailure): void {
    this.send({ type: 'facts.failed', at: this.#performer.now(), cause, failure })
  }

  /** Reports the loss, pauses the run, then handles the event by what is left of the journal. */
  async #reloadJournal(event: DecideEvent): Promise<void> {
    const known = this.state.lastSeq
    let reloaded: Reloaded
    try {
      reloaded = await this.journal.reload()
    } catch (error) {
      return this.#break(event, new JournalFailed(error), isLive(this.state))
    }
    if (!reloaded.isPutBack) this.#fold.raise(reloaded.found)
    await this.#process({ type: 'journal.lost', at: this.#performer.now(), known, ...reloaded })
    await this.#process(event)
  }

  /**
   * Nothing more can be recorded: the next command starts from what is on disk. If the entry that
   * failed was the end of the run, its followers never saw it.
   */
  async #break(event: DecideEvent, error: unknown, wasLive: boolean): Promise<void> {
    const isJournal = error instanceof JournalFailed
    const failure = this.#performer.failureOf(isJournal ? error.cause : error)
    this.#broken = failure
    const was = this.state
    const isOpen = wasLive || isLive(was)
    if (isOpen) this.#brokenState = brokenOff(was, failure)
    await this.#performer.broken(this, { ...failure, isJournal, was, isOpen })
    await this.#refuse(event, failure)
  }

  async #refuse(event: DecideEvent, failure: EffectFailure): Promise<void> {
    const asked = event.type === 'facts.read' || event.type === 'facts.failed' ? event.cause : event
    if (!('commandId' in asked)) return
    const result = { ok: false as const, error: failure.rejection }
    await this.#performer.perform(this, { type: 'reply', commandId: asked.commandId, result })
  }
}

class JournalFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const brokenOff = (state: AutoExecutionState, failure: EffectFailure): AutoExecutionState => ({
  ...state,
  status: 'error',
  reason: 'host-failed',
  detail: failure.detail,
  trackedAgentIds: [],
})

const WITHOUT_SYNC: ReadonlySet<OuterEffect['type']> = new Set([
  'read-facts',
  'arm-timer',
  'cancel-timer',
  'acquire-slot',
  'acquire-tree',
])

/** Reading and bookkeeping need no synced journal; whatever others can see does. */
function needsSync(effect: OuterEffect): boolean {
  return !WITHOUT_SYNC.has(effect.type)
}

/** Refuses a command whose decision could not be carried out. */
function insteadOf(effect: Effect, failure: EffectFailure): Effect {
  if (effect.type !== 'reply') return effect
  return { ...effect, result: { ok: false, error: failure.rejection } }
}
