import { realFiles } from '../../host/files/durable-files.ts'
import { FileJournals } from '../../host/journal/file-journals.ts'
import type { ProjectFolders } from '../../host/project/folders.ts'

const made = new WeakMap<ProjectFolders, FileJournals>()

/**
 * The event logs of a project as this process reads them: a command, and the host that it becomes,
 * parse each of them once.
 */
export function journalsOf(folders: ProjectFolders): FileJournals {
  const journals = made.get(folders) ?? new FileJournals(realFiles, folders)
  made.set(folders, journals)
  return journals
}
