import type { Workspace } from '../../contracts/host-steps.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { StepRequest } from '../../host/ports/step-runner.ts'
import { foldersOf } from '../../host/project/folders.ts'
import { scratchFor, worktreeFor } from '../../host/workspaces/git-context.ts'

/** Where an item's worktrees are on this worker. */
export interface Places {
  worktree: string
  scratch: string
}

const DEFAULT_PLACES = { baseBranch: null, root: null, copy: [] }

export function placesIn(dir: string, env: NodeJS.ProcessEnv, item: WorkItem): Places {
  const placed = { folders: foldersOf(dir, env), settings: DEFAULT_PLACES, item }
  return { worktree: worktreeFor(placed), scratch: scratchFor(placed) }
}

/** The journal names the folders of the worker that made them; this fills in this worker's. */
export function placedRequest(request: StepRequest, places: Places): StepRequest {
  const workspace = placedWorkspace(request.launch.workspace, places)
  if (request.kind === 'agent') {
    const conflict = request.launch.conflict && { ...request.launch.conflict, path: places.scratch }
    return { ...request, launch: { ...request.launch, workspace, conflict } }
  }
  const scratch = request.launch.scratch === null ? null : places.scratch
  return request.kind === 'check'
    ? { ...request, launch: { ...request.launch, workspace, scratch } }
    : { ...request, launch: { ...request.launch, workspace, scratch } }
}

const placedWorkspace = (workspace: Workspace, { worktree }: Places): Workspace =>
  workspace.kind === 'worktree' ? { ...workspace, path: worktree } : workspace
