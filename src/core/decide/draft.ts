import type { CalledBy } from '../../contracts/called-by.ts'
import type { CommandId } from '../../contracts/ids.ts'
import type { JournalEntry, NewEntry } from '../../contracts/journal.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Effect, ReplyValue } from './effects.ts'
import type { Cause } from './events.ts'
import { evolve } from '../state/evolve.ts'
import type { Facts, FactsQuery } from './facts.ts'
import { stampOf } from '../journal/entry-table.ts'
import { applyEntry } from '../spec/apply-entry.ts'
import { normaliseSpec } from '../spec/normalise.ts'
import { workflowOf } from '../workflow/workflows.ts'

interface DraftOptions {
  at: string
  facts?: Facts | null
  /** Who gave the command that is being decided. */
  calledBy?: CalledBy | undefined
}

/** A decision under construction. All changes go through `emit`, so a replay cannot differ. */
export class Draft {
  state: AutoExecutionState
  facts: Facts | null
  readonly effects: Effect[] = []
  readonly at: string
  readonly #calledBy: CalledBy | undefined
  #unsaved: JournalEntry[] = []

  constructor(state: AutoExecutionState, { at, facts = null, calledBy }: DraftOptions) {
    this.state = state
    this.at = at
    this.facts = facts
    this.#calledBy = calledBy
  }

  emit(entry: NewEntry): JournalEntry {
    const stamped = this.#stamp(entry)
    const last = this.effects.at(-1)
    if (last?.type === 'append') last.entries.push(stamped)
    else this.effects.push({ type: 'append', entries: [stamped] })
    this.state = evolve(this.state, stamped)
    this.#project(stamped)
    return stamped
  }

  /** Journals an entry after spec.json shows it: a crash in between leaves the run running. */
  emitLast(entry: NewEntry): JournalEntry {
    this.#project(this.#stamp(entry))
    this.saveSpec()
    const stamped = this.#stamp(entry)
    this.effects.push({ type: 'append', entries: [stamped] })
    this.state = evolve(this.state, stamped)
    return stamped
  }

  /** A draft on top of this one that can still be discarded. */
  fork(): Draft {
    const { at, facts } = this
    return new Draft(this.state, { at, facts, calledBy: this.#calledBy })
  }

  join(fork: Draft): void {
    this.state = fork.state
    this.facts = fork.facts
    this.effects.push(...fork.effects)
    this.#unsaved.push(...fork.#unsaved)
  }

  effect(effect: Effect): void {
    this.effects.push(effect)
  }

  saveSpec(): void {
    if (this.#unsaved.length === 0) return
    this.effects.push({ type: 'write-spec', entries: this.#unsaved })
    this.#unsaved = []
  }

  accept(commandId: CommandId, value: ReplyValue = null): void {
    this.saveSpec()
    this.effects.push({ type: 'reply', commandId, result: { ok: true, value } })
  }

  refuse(commandId: CommandId, error: Rejection): void {
    this.effects.push({ type: 'reply', commandId, result: { ok: false, error } })
  }

  get reply(): Result<ReplyValue, Rejection> {
    const reply = this.effects.findLast((effect) => effect.type === 'reply')
    if (reply === undefined) throw new Error('a command was not answered')
    return reply.result
  }

  /** More follows in the same act: withdraws the reply and puts off writing spec.json. */
  withdrawReply(): Result<ReplyValue, Rejection> {
    const { reply } = this
    const effects = this.effects.splice(0)
    for (const effect of effects)
      if (effect.type === 'write-spec') this.#unsaved.push(...effect.entries)
      else if (effect.type !== 'reply') this.effects.push(effect)
    return reply
  }

  read(cause: Cause, wanted: Partial<FactsQuery> = {}): void {
    this.effects.push({
      type: 'read-facts',
      cause,
      wanted: { reply: null, inspection: null, agents: false, ...wanted },
    })
  }

  get knownFacts(): Facts {
    if (this.facts === null) throw new Error('a handler that needs facts ran without them')
    return this.facts
  }

  #stamp(entry: NewEntry): JournalEntry {
    const stamp = { seq: this.state.lastSeq + 1, time: this.at, type: entry.type }
    // The compiler cannot see that a bare entry plus its stamp is one of the union's members.
    const calledBy = this.#calledBy === undefined ? {} : { calledBy: this.#calledBy }
    return { ...stamp, ...stampOf(entry), ...entry, ...calledBy } as unknown as JournalEntry
  }

  #project(entry: JournalEntry): void {
    if (this.facts === null) {
      if (applyEntry(PROBE, entry) !== PROBE) this.#unsaved.push(entry)
      return
    }
    const specJson = applyEntry(this.facts.specJson, entry)
    if (specJson === this.facts.specJson) return
    this.#unsaved.push(entry)
    const spec = normaliseSpec(this.state.item.name, specJson, workflowOf(this.state))
    this.facts = { ...this.facts, specJson, spec }
  }
}

/** Stands in for a spec.json that was not read; its open round makes the end of a round show. */
const PROBE = { documentReview: { currentRound: 1 } }
