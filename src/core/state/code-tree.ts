import type { AutoExecutionState } from '../../contracts/run-state.ts'

/** The code that a check there is about. */
export const treeOf = (
  { tree, phases }: Pick<AutoExecutionState, 'tree' | 'phases'>,
  where: 'workspace' | 'scratch',
): string | null => (where === 'workspace' ? tree : (phases.deploy.ready?.tree ?? null))

/** The work on the code that was last done: that of an agent, or since then of the user. */
export const workOf = ({ runId, step }: Pick<AutoExecutionState, 'runId' | 'step'>): string =>
  `${runId ?? ''} ${step?.agentId ?? ''}`
