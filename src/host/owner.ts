import type { JournalEntry } from '../contracts/journal.ts'
import type { AutoExecutionState } from '../contracts/run-state.ts'
import { decide } from '../core/decide.ts'
import type { Effect, Launch } from '../core/effects.ts'
import type { DecideEvent, EffectFailure } from '../core/events.ts'
import { evolve } from '../core/evolve.ts'
import { describe } from './files/errno.ts'
import type { JournalWriter } from './files/journal.ts'

type JournalEffect = Extract<Effect, { type: 'append' }>
export type OuterEffect = Exclude<Effect, JournalEffect>

/** Everything an owner does to the world besides its journal. */
export interface Performer {
  now(): string
  perform(owner: SpecOwner, effect: OuterEffect): Promise<void> | void
  /** May be called ahead of a launch; whatever goes wrong is told by the launch itself. */
  prepare(owner: SpecOwner, launch: Launch): void
  /** The reply a command gets when its decision could not be carried out. */
  failureOf(error: unknown): EffectFailure
  appending(owner: SpecOwner, entries: JournalEntry[]): void
  appended(owner: SpecOwner, entries: JournalEntry[]): void
  /** The journal itself cannot be written: nothing may happen any more without a record of it. */
  broken(owner: SpecOwner, failure: EffectFailure): Promise<void>
  idle(owner: SpecOwner): void
}

/** The one owner of a spec: every event passes here, one at a time. */
export class SpecOwner {
  readonly feature: string
  readonly journal: JournalWriter
  state: AutoExecutionState
  readonly #performer: Performer
  #queue: DecideEvent[] = []
  #working: Promise<void> | null = null
  #broken: EffectFailure | null = null

  constructor(state: AutoExecutionState, journal: JournalWriter, performer: Performer) {
    this.feature = state.feature
    this.state = state
    this.journal = journal
    this.#performer = performer
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
    // The sender goes on first: an event sent from inside a call never runs before the call returns.
    await Promise.resolve()
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift())
      await this.#process(event)
    this.#working = null
    this.#performer.idle(this)
  }

  async #process(event: DecideEvent): Promise<void> {
    if (this.#broken) return this.#refuse(event, this.#broken)
    const { effects } = decide(this.state, event)
    for (const [index, effect] of effects.entries()) {
      try {
        if (effect.type === 'append') this.#append(effect.entries)
        else await this.#carryOut(effect)
      } catch (error) {
        return this.#failed(effect, error, effects.slice(index))
      }
    }
  }

  #append(entries: JournalEntry[]): void {
    this.#performer.appending(this, entries)
    this.journal.append(entries)
    this.state = entries.reduce(evolve, this.state)
    this.#performer.appended(this, entries)
  }

  async #carryOut(effect: OuterEffect): Promise<void> {
    if (needsSync(effect)) await this.#sync(effect)
    const done = this.#performer.perform(this, effect)
    if (done !== undefined) await done
  }

  /** What a launch needs is laid out while the journal is being synced. */
  async #sync(effect: OuterEffect): Promise<void> {
    const syncing = this.journal.sync()
    if (effect.type === 'launch') this.#performer.prepare(this, effect.launch)
    try {
      await syncing
    } catch (error) {
      throw new JournalFailed(error)
    }
  }

  /** The rest of the decision is dropped; a command among it is answered all the same. */
  async #failed(effect: Effect, error: unknown, dropped: Effect[]): Promise<void> {
    const failure = this.#performer.failureOf(error instanceof JournalFailed ? error.cause : error)
    for (const left of dropped)
      if (left.type === 'reply') await this.#performer.perform(this, refusal(left, failure))
    if (effect.type === 'append' || error instanceof JournalFailed) {
      this.#broken = failure
      return this.#performer.broken(this, failure)
    }
    const { runId } = this.state
    this.send({ type: 'effect.failed', at: this.#performer.now(), runId, failure })
  }

  async #refuse(event: DecideEvent, failure: EffectFailure): Promise<void> {
    const { commandId } = 'commandId' in event ? event : { commandId: null }
    if (commandId === null) return
    const result = { ok: false as const, error: failure.rejection }
    await this.#performer.perform(this, { type: 'reply', commandId, result })
  }
}

class JournalFailed extends Error {
  constructor(cause: unknown) {
    super(describe(cause), { cause })
  }
}

/** Reading and bookkeeping need no record; whatever the world can see does. */
function needsSync(effect: OuterEffect): boolean {
  switch (effect.type) {
    case 'read-facts':
    case 'arm-timer':
    case 'cancel-timer':
    case 'acquire-slot':
    case 'acquire-tree':
      return false
    default:
      return true
  }
}

const refusal = (
  reply: Extract<Effect, { type: 'reply' }>,
  failure: EffectFailure,
): OuterEffect => ({
  type: 'reply',
  commandId: reply.commandId,
  result: { ok: false, error: failure.rejection },
})
