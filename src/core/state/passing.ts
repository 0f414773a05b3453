import type { AutoExecutionState, PassingWait } from '../../contracts/run-state.ts'

/** The run waits for something that passes by itself: no agent is at work, slot and tree are free. */
export const isPassing = (
  waitingFor: AutoExecutionState['waitingFor'],
): waitingFor is PassingWait =>
  waitingFor === 'quota' || waitingFor === 'service' || waitingFor === 'network'

/** It ends by itself at a moment that the journal knows: no agent is at work meanwhile. */
export const isTimed = (waitingFor: AutoExecutionState['waitingFor']): boolean =>
  isPassing(waitingFor) || waitingFor === 'answers'
