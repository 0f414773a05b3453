import type { OuterEffect, SpecOwner } from '../owner.ts'
import { acquireBase } from './acquire-base.ts'
import { acquireSlot } from './acquire-slot.ts'
import { acquireTree } from './acquire-tree.ts'
import { adopt } from './adopt.ts'
import { answerAgent } from './answer-agent.ts'
import { armWait } from './arm-wait.ts'
import type { EffectParts, Perform, Recorded } from './effect-parts.ts'
import { launch, runHostStep } from './launch.ts'
import { notify } from './notify.ts'
import { readFacts } from './read-facts.ts'
import { release } from './release.ts'
import { reply } from './reply.ts'
import { settle } from './settle.ts'
import { armTimer, cancelTimer, continueTimer, holdTimer } from './step-timer.ts'
import { stopAgent } from './stop-agent.ts'
import { writeSpec } from './write-spec.ts'

/** Every effect of `decide`, except writes to the journal. */
const EFFECTS: { [T in OuterEffect['type']]: Perform<T> } = {
  'write-spec': writeSpec,
  'read-facts': readFacts,
  launch,
  'run-host-step': runHostStep,
  'acquire-base': acquireBase,
  adopt,
  'stop-agent': stopAgent,
  'arm-timer': armTimer,
  'cancel-timer': cancelTimer,
  'hold-timer': holdTimer,
  'continue-timer': continueTimer,
  'arm-wait': armWait,
  'answer-agent': answerAgent,
  'acquire-slot': acquireSlot,
  'acquire-tree': acquireTree,
  release,
  notify,
  settle,
  reply,
}

export function performEffect(
  parts: EffectParts & Recorded,
  owner: SpecOwner,
  effect: OuterEffect,
): Promise<void> | void {
  // The compiler cannot see that the function for a type takes exactly that effect.
  const perform = EFFECTS[effect.type] as Perform<OuterEffect['type']>
  return perform(parts, owner, effect)
}
