import type { AutoExecutionState } from '../../contracts/run-state.ts'

/** The code that a check there is about. */
export const treeOf = (
  { tree, phases }: Pick<AutoExecutionState, 'tree' | 'phases'>,
  where: 'workspace' | 'scratch',
): string | null => (where === 'workspace' ? tree : (phases.deploy.ready?.tree ?? null))
