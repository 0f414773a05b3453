import { folderIn } from '../../core/formats/document-names.ts'
import { folderOf, layoutOf } from '../../core/formats/item-place.ts'
import { closeSync, fstatSync, readSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, isAbsolute, sep } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { errnoOf } from '../files/errno.ts'
import { isNotPlain, openPlainFile } from '../files/own-files.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { workDirOf, type WorkPlace } from '../workspaces/live-folder.ts'

/**
 * The real folder of a spec or bug; null if there is none or a link leads out of the project: a
 * repository can contain links to any of the user's files.
 */
export function ownFolder(folders: ProjectFolders, item: WorkItem): string | null {
  const base = realFolder(folders, dirname(itemDirOf(folders, item)))
  if (base === null) return null
  const folder = join(base, basename(itemDirOf(folders, item)))
  return realOrNull(folder) === folder ? folder : null
}

/** Like `ownFolder`, but where the documents are: in the item's worktree if it has one. */
export function ownLiveFolder(
  folders: ProjectFolders,
  item: WorkItem,
  workspace: WorkPlace,
): string | null {
  const dir = workDirOf(folders, workspace)
  if (dir === folders.projectDir) return ownFolder(folders, item)
  const real = realOrNull(dir)
  const folder = real === null ? null : join(real, folderOf(item))
  return folder !== null && realOrNull(folder) === folder ? folder : null
}

/** The folder of a document: the item's own, or a subfolder that its format defines. */
export function folderOfDocument(folder: string, item: WorkItem, document: string): string | null {
  const below = dirname(document)
  if (below === '.') return folder
  const dir = join(folder, below)
  const isKnown = folderIn(layoutOf(item).folders, document) !== null
  return isKnown && realOrNull(dir) === dir ? dir : null
}

/** Null if there is no such folder or it really lies outside the project. */
export function realFolder({ projectDir }: ProjectFolders, folder: string): string | null {
  const project = realOrNull(projectDir)
  const real = realOrNull(folder)
  return project !== null && real !== null && isInside(project, real) ? real : null
}

export interface OwnFile {
  bytes: Buffer
  size: number
  mode: number
  changedAt: Date
}

/** At most `limit` bytes of a regular file directly in `folder`; null for anything else. */
export function readOwnFile(folder: string, name: string, limit: number): OwnFile | null {
  const fd = openOrNull(join(folder, name))
  if (fd === null) return null
  try {
    const stat = fstatSync(fd)
    const bytes = Buffer.allocUnsafe(Math.min(stat.size, limit))
    const length = readSync(fd, bytes, 0, bytes.length, 0)
    return {
      bytes: bytes.subarray(0, length),
      size: stat.size,
      mode: stat.mode & 0o777,
      changedAt: stat.mtime,
    }
  } finally {
    closeSync(fd)
  }
}

function openOrNull(path: string): number | null {
  try {
    return openPlainFile(path)
  } catch (error) {
    const code = errnoOf(error)
    if (isNotPlain(error) || code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    const code = errnoOf(error)
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return null
    throw error
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
