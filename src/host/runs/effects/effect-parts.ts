import type { Effect } from '../../../core/decide/effects.ts'
import type { Settings } from '../../config/settings.ts'
import type { HostEvents } from '../../host-events.ts'
import type { LocalItems } from '../../items/local-items.ts'
import type { Slots } from '../../ports/slots.ts'
import type { StepRunner } from '../../ports/step-runner.ts'
import type { BaseQueues } from '../base-queues.ts'
import type { SpecOwner } from '../owner.ts'
import type { Replies } from '../replies.ts'
import type { StepTimers } from '../step-timers.ts'
import type { WaitTimers } from '../wait-timers.ts'

/** What effects are carried out with. */
export interface EffectParts {
  items: LocalItems
  steps: StepRunner
  slots: Slots
  tree: Slots
  bases: BaseQueues
  timers: StepTimers
  waits: WaitTimers
  replies: Replies
  settings: Settings
  events: HostEvents
  now: () => string
}

/** Fulfilled once the entries that explain the effect are on the disk. */
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
