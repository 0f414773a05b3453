import type { Launch } from '../../../core/decide/effects.ts'
import type { StepRequestOf } from '../../ports/step-runner.ts'
import type { SpecOwner } from '../owner.ts'
import type { Perform } from './effect-parts.ts'

export const launch: Perform<'launch'> = async ({ steps, items }, owner, effect) => {
  const step = stepOf(owner, effect.launch)
  await steps.start(step)
  items.mark(step.item, { runId: step.launch.key.runId, seq: step.version })
}

/** Starts a step of the host itself: a check or a git act. */
export const runHostStep: Perform<'run-host-step'> = async ({ steps }, owner, effect) => {
  const { work, ...launched } = effect.launch
  const asked = { item: owner.item, version: owner.state.lastSeq }
  if (work.kind === 'check')
    return steps.start({ ...asked, kind: 'check', launch: { ...launched, work } })
  return steps.start({ ...asked, kind: 'git', launch: { ...launched, work } })
}

export const stepOf = (owner: SpecOwner, launched: Launch): StepRequestOf<'agent'> => ({
  kind: 'agent',
  item: owner.item,
  launch: launched,
  version: owner.state.lastSeq,
})
