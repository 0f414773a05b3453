import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Whether a file may be written in mode `edit`: inside the workspace, wherever links lead, and not git's own. */
export function isInWorkspace(path: string, workspace: string): boolean {
  const root = realpathSync(workspace)
  const real = realPath(resolve(workspace, path))
  if (real === null || !real.startsWith(root + sep)) return false
  const parts = real.slice(root.length + 1).split(sep)
  // Some file systems know no case, and there `.GIT` is the same folder.
  return !parts.some((part) => part.toLowerCase() === '.git')
}

/** Of a file that may not exist yet; null when a link on the way leads nowhere. */
function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    if (parent === path || isLink(path)) return null
    const above = realPath(parent)
    return above === null ? null : join(above, basename(path))
  }
}

/** One that `realpath` cannot follow would be made where it points to. */
const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
