import type { AutoExecutionState } from '../../contracts/run-state.ts'

/** A host that dies each time over the same work must not do so forever. */
export const MOST_RESTARTS = 3
/** What is adopted alive is not started again, but may itself be what ends its hosts. */
export const MOST_RECOVERIES = 12

type Counted = Pick<AutoExecutionState, 'recoveries' | 'restarts' | 'isAdopting'>

/** The counts begin again with every tick, round and phase. */
export const NO_RECOVERY: Counted = { recoveries: 0, restarts: 0, isAdopting: false }

/** A recovery finds something that may still be running, or may have ended by itself. */
export const adopts = ({ hostStep, step, steps }: AutoExecutionState): boolean =>
  hostStep !== null || (steps > 0 && (step?.stage === 'launching' || step?.stage === 'running'))

/** The first news of what was running when the run was recovered. */
export const heardOf = (
  { isAdopting, restarts }: Counted,
  { isGone }: { isGone: boolean },
): Partial<Counted> =>
  isAdopting ? { isAdopting: false, restarts: restarts + (isGone ? 1 : 0) } : {}
