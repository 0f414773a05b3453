import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Whether mode `edit` may write a file: in the workspace, links followed, and not in `.git`. */
export function isInWorkspace(path: string, workspace: string): boolean {
  const root = realpathSync(workspace)
  const real = realPath(resolve(workspace, path))
  if (real === null || !real.startsWith(root + sep)) return false
  const parts = real.slice(root.length + 1).split(sep)
  // On a case-insensitive file system `.GIT` is the same folder.
  return !parts.some((part) => part.toLowerCase() === '.git')
}

/** Also for a file that does not exist yet; null when a link on the way is broken. */
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

/** Writing to a link that `realpath` cannot follow would create the file it points to. */
const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
