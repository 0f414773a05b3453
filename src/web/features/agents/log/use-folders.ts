import { useMemo } from 'react'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { useRow } from '../../items/rows-store.ts'
import { useProject } from '../../projects/projects-store.ts'

/** Where an item's agents work: its worktree (may be inside the project), then the project. */
export function useFolders(item: WorkItem): readonly string[] {
  const project = useProject()?.dir
  const workspace = useRow(item)?.workspace
  const worktree = workspace?.kind === 'worktree' ? workspace.path : undefined
  return useMemo(
    () => [worktree, project].filter((folder) => folder !== undefined),
    [worktree, project],
  )
}
