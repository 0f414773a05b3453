import { join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { formatOf, pathOf } from '../../core/formats/item-place.ts'
import type { ProjectFolders } from '../project/folders.ts'

/** Where the tool of its format archives finished items, relative to the project. */
export function toolArchiveOf(item: WorkItem): string | null {
  if (item.kind === 'bug') return null
  const { archive, isArchived } = formatOf(item)
  return archive === undefined || isArchived(pathOf(item)) ? null : archive.folder
}

/** The folder it is moved to there; null means our own archive. */
export function placeInToolArchive(
  { projectDir }: ProjectFolders,
  item: WorkItem,
  now: Date,
): string | null {
  const folder = toolArchiveOf(item)
  const name = formatOf(item).archive?.nameOf(pathOf(item), now.toISOString().slice(0, 10))
  return folder === null || name === undefined ? null : join(projectDir, folder, name)
}
