import { resolve } from 'node:path'
import type { ItemKind } from '../../contracts/work-item.ts'
import { findProject, outsideWorktrees, personOf } from '../../host/project/find-project.ts'
import { foldersOf, listBugs, listSpecs, type ProjectFolders } from '../../host/project/folders.ts'

interface Where {
  env: NodeJS.ProcessEnv
  project: string | undefined
}

/** From the folders alone; empty when there is no project or it cannot be read. */
export function itemNames(kind: ItemKind, where: Where): string[] {
  return inProject(where, (folders) =>
    (kind === 'spec' ? listSpecs(folders) : listBugs(folders)).map(({ name }) => name),
  )
}

export async function archivedNames({ kind, ...where }: Where & { kind: ItemKind }) {
  const { listArchive } = await import('../../host/items/archive.ts')
  return inProject(where, (folders) =>
    listArchive(folders)
      .filter(({ item }) => kind === 'spec' || item.kind === kind)
      .map(({ id }) => id),
  )
}

function inProject(where: Where, read: (folders: ProjectFolders) => string[]): string[] {
  try {
    const dir = projectDirOf(where)
    return dir === null ? [] : read(foldersOf(dir, where.env))
  } catch {
    return []
  }
}

function projectDirOf({ env, project }: Where): string | null {
  if (project !== undefined) return outsideWorktrees(resolve(project))
  const found = findProject(process.cwd(), personOf(env))
  return found.ok ? found.value : null
}
