import type { AutoExecutionState } from '../../contracts/run-state.ts'

/** The git tree that a check in `where` is about. */
export const treeOf = (
  { tree, phases }: Pick<AutoExecutionState, 'tree' | 'phases'>,
  where: 'workspace' | 'scratch',
): string | null => (where === 'workspace' ? tree : (phases.deploy.ready?.tree ?? null))

/** Identifies the last work on the code: an agent's, or the user's before a new run. */
export const workOf = ({ runId, step }: Pick<AutoExecutionState, 'runId' | 'step'>): string =>
  `${runId ?? ''} ${step?.agentId ?? ''}`
