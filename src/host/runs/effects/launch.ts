import type { Launch } from '../../../core/decide/effects.ts'
import type { StepRequest } from '../../ports/step-runner.ts'
import type { SpecOwner } from '../owner.ts'
import type { Perform } from './effect-parts.ts'

export const launch: Perform<'launch'> = async ({ steps, items }, owner, effect) => {
  const step = stepOf(owner, effect.launch)
  await steps.start(step)
  items.mark(step.item, { runId: step.launch.key.runId, seq: step.version })
}

export const stepOf = (owner: SpecOwner, launched: Launch): StepRequest => ({
  kind: 'agent',
  item: owner.item,
  launch: launched,
  version: owner.state.lastSeq,
})
