import type { AutoExecutionState, PassingWait } from '../../contracts/run-state.ts'

/**
 * The run waits for something that passes by itself: no agent is running, slot and tree are free.
 */
export const isPassing = (
  waitingFor: AutoExecutionState['waitingFor'],
): waitingFor is PassingWait =>
  waitingFor === 'quota' || waitingFor === 'service' || waitingFor === 'network'

/** It ends by itself at a time recorded in the journal; no agent is running until then. */
export const isTimed = (waitingFor: AutoExecutionState['waitingFor']): boolean =>
  isPassing(waitingFor) || waitingFor === 'answers'
