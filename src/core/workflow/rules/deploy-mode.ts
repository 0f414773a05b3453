import type { DeployMode, Workspace } from '../../../contracts/host-steps.ts'

/** How the work gets to its base. Only a branch of its own can be merged. */
export function deployModeOf(
  { kind }: Pick<Workspace, 'kind'>,
  wished: DeployMode | null,
): DeployMode {
  if (kind === 'checkout') return wished === 'pull-request' ? 'pull-request' : 'commit'
  return wished === null || wished === 'commit' ? 'merge' : wished
}
