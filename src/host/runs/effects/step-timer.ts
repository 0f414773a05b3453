import type { Perform } from './effect-parts.ts'

export const armTimer: Perform<'arm-timer'> = ({ timers, settings, now }, owner, effect) => {
  const { key } = effect
  const afterMs = 'phase' in effect ? settings.timeoutMs(effect.phase) : effect.afterMs
  return timers.arm(key.agentId, afterMs, () =>
    owner.send({ type: 'step.timed-out', at: now(), key, afterMs }),
  )
}

export const cancelTimer: Perform<'cancel-timer'> = ({ timers }, _, { key }) =>
  timers.cancel(key.agentId)

export const holdTimer: Perform<'hold-timer'> = ({ timers }, _, { key }) => timers.hold(key.agentId)

export const continueTimer: Perform<'continue-timer'> = ({ timers }, _, { key }) =>
  timers.continue(key.agentId)
