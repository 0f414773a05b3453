import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Launch } from '../../core/decide/effects.ts'
import type { EffectFailure } from '../../core/decide/events.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { ItemMap } from '../items/item-map.ts'
import { hostKeyOf } from '../../core/decide/host-step.ts'
import { keyOf } from '../../core/decide/finish.ts'
import type { EffectParts } from './effects/effect-parts.ts'
import { stepOf } from './effects/launch.ts'
import { performEffect } from './effects/perform-effect.ts'
import { release } from './effects/release.ts'
import { failureOf } from './failure-words.ts'
import type { Breakdown, OuterEffect, Performer, SpecOwner } from './owner.ts'

/** Carries out the effects of `decide`. */
export class EffectPerformer implements Performer {
  readonly parts: EffectParts
  readonly #onIdle: (owner: SpecOwner) => void
  readonly #journalFailures = new ItemMap<string>()

  constructor(parts: EffectParts, onIdle: (owner: SpecOwner) => void) {
    this.parts = parts
    this.#onIdle = onIdle
  }

  now(): string {
    return this.parts.now()
  }

  failureOf(error: unknown): EffectFailure {
    return failureOf(error)
  }

  perform(
    owner: SpecOwner,
    effect: OuterEffect,
    recorded: Promise<void> = Promise.resolve(),
  ): Promise<void> | void {
    return performEffect({ ...this.parts, recorded }, owner, effect)
  }

  prepare(owner: SpecOwner, launch: Launch): void {
    this.parts.steps.prepare(stepOf(owner, launch))
  }

  /** Marks a run before it is journalled: without a mark it would look like another checkout's. */
  appending(owner: SpecOwner, entries: JournalEntry[]): void {
    const { items } = this.parts
    if (owner.state.lastSeq === 0) items.makeRecord(owner.item, this.now())
    for (const entry of entries) {
      if (entry.type !== 'run.started' && entry.type !== 'run.resumed') continue
      items.standFirm()
      items.mark(owner.item, { runId: entry.runId, seq: owner.state.lastSeq })
    }
  }

  appended({ item }: SpecOwner, entries: JournalEntry[]): void {
    this.#journalFailures.delete(item)
    for (const entry of entries) this.parts.events.emit({ type: 'entry', item, entry })
  }

  /** Stops the agent, lets the queue continue, and answers open commands. */
  async broken(owner: SpecOwner, { detail, isJournal, was, isOpen }: Breakdown): Promise<void> {
    const { item } = owner
    const { events } = this.parts
    const { runId, phase, executedPhases, agents, lastSeq: seq } = was
    await this.#abandonStep(owner, was)
    await release(this.parts, owner)
    // Before anyone is notified, so that their next command finds the spec as it is on disk.
    this.#onIdle(owner)
    const message = isJournal
      ? `The event log of ${item.name} cannot be written: ${detail}`
      : `${item.name} cannot continue: ${detail}`
    if (isJournal) this.#journalFailures.set(item, message)
    const kind = isJournal ? 'journal.failed' : 'host.failed'
    const about = { item, kind, message, detail, seq, time: this.now() }
    events.emit({
      type: 'notification',
      notification: { ...about, level: 'error', needsPerson: true },
    })
    if (runId === null || !isOpen) return
    const result = {
      status: 'error',
      reason: 'host-failed',
      phase,
      executedPhases,
      agents,
    } as const
    events.emit({ type: 'settled', item, runId, result })
  }

  /** Why the event log of a spec cannot be written; null when it can, or was not tried. */
  journalFailure(item: WorkItem): string | null {
    return this.#journalFailures.get(item) ?? null
  }

  idle(owner: SpecOwner): void {
    this.#onIdle(owner)
  }

  async #abandonStep(owner: SpecOwner, state: AutoExecutionState): Promise<void> {
    if (state.status !== 'running') return
    const { timers, steps } = this.parts
    const keys = [
      ...(state.step === null ? [] : [keyOf(state)]),
      ...(state.hostStep === null ? [] : [hostKeyOf(state)]),
    ]
    for (const key of keys) {
      await timers.cancel(key.agentId)
      try {
        await steps.stop(key, owner.item)
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : String(error))
      }
    }
  }
}
