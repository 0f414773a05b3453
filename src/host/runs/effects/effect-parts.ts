import type { Effect } from '../../../core/decide/effects.ts'
import type { Settings } from '../../config/settings.ts'
import type { HostEvents } from '../../host-events.ts'
import type { Items } from '../../ports/items.ts'
import type { Slots } from '../../ports/slots.ts'
import type { StepRunner } from '../../ports/step-runner.ts'
import type { StepClock, WaitClock } from '../../ports/timers.ts'
import type { SpecOwner } from '../owner.ts'
import type { Replies } from '../replies.ts'

/** A queue for each base branch: only one item at a time deploys to it. */
export interface Bases {
  of(base: string): Slots
  release(holder: string): Promise<void>
}

/** What effects need to be carried out. */
export interface EffectParts {
  items: Items
  steps: StepRunner
  slots: Slots
  tree: Slots
  bases: Bases
  timers: StepClock
  waits: WaitClock
  replies: Replies
  settings: Settings
  events: HostEvents
  now: () => string
}

/** Resolved once the entries that explain the effect are on disk. */
export interface Recorded {
  recorded: Promise<void>
}

export type EffectOf<T extends Effect['type']> = Extract<Effect, { type: T }>

/** Carries out one kind of effect; what it finds goes back to the owner as an event. */
export type Perform<T extends Effect['type']> = (
  parts: EffectParts & Recorded,
  owner: SpecOwner,
  effect: EffectOf<T>,
) => Promise<void> | void
