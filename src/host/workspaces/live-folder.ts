import { OTHER_ROOTS } from '../../core/formats/layouts.ts'
import { guardFolders, namesIn } from '../files/own-files.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Workspace } from '../../contracts/host-steps.ts'
import { findPlace, lineOf, worktreePlace, type GitPlace } from '../git/git-place.ts'
import { projectIdOf } from '../project/project-id.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { itemWithSafeName } from '../items/by-safe-name.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** The part of a workspace that says where it is. */
export type WorkPlace = { kind: 'checkout' } | { kind: 'worktree'; path: string }

/** Where an item's agents and checks work. */
export const workDirOf = ({ projectDir }: ProjectFolders, workspace: WorkPlace): string =>
  workspace.kind === 'worktree' && isOwnWorktree(projectDir, workspace.path)
    ? workspace.path
    : projectDir

/** Also the worktree in which an agent resolves conflicts with the base, if there is one. */
export function workDirsOf(folders: ProjectFolders, workspace: WorkPlace): string[] {
  if (workspace.kind === 'checkout') return [folders.projectDir]
  const kind = dirname(workspace.path)
  const scratch = join(dirname(kind), 'deploy', basename(kind), basename(workspace.path))
  return [workspace, { ...workspace, path: scratch }].map((place) => workDirOf(folders, place))
}

/**
 * The folder of an item's current documents: in its worktree as long as it has one. The host's own
 * files stay in the checkout. Git reports a missing worktree; until then the copies in the checkout
 * are shown.
 */
export function liveDirOf(folders: ProjectFolders, item: WorkItem, workspace: Workspace): string {
  const dir = workDirOf(folders, workspace)
  if (dir !== folders.projectDir) guardFolders(dir, OTHER_ROOTS)
  return dir === folders.projectDir ? itemDirOf(folders, item) : join(dir, folderOf(item))
}

export const isWorktreeOf = ({ projectDir }: ProjectFolders, path: string): boolean =>
  isOwnWorktree(projectDir, path)

/**
 * Git itself lists it as a worktree of this repository. A journal that came with a repository can
 * name any folder of the user, but a clone never brings anything into `.git`.
 */
function isOwnWorktree(projectDir: string, path: string): boolean {
  const common = placeOf(projectDir)?.commonDir
  if (common === undefined) return false
  const place = worktreePlace(common, path)
  return place !== null && place.gitDir !== common
}

function placeOf(dir: string): GitPlace | null {
  const found = findPlace(dir)
  return 'problem' in found ? null : found
}

const OUTSIDE = /\/(?<id>[^/]+)\/(?:deploy\/)?(?:specs|bugs)\/[^/]+$/

/**
 * The checkout of a worktree that the host made at `worktree.root`; null for anything else, also
 * for the user's own worktrees.
 */
export function checkoutOf(top: string): string | null {
  const checkout = mainCheckoutOf(top)
  if (checkout === null) return null
  return OUTSIDE.exec(top)?.groups?.['id'] === projectIdOf(checkout) ? checkout : null
}

/** The checkout whose repository lists this folder as one of its worktrees. */
export function mainCheckoutOf(top: string): string | null {
  const place = placeOf(top)
  if (place === null || place.gitDir === place.commonDir) return null
  const { commonDir } = place
  const checkout = basename(commonDir) === '.git' ? dirname(commonDir) : null
  return checkout !== null && isOwnWorktree(checkout, top) ? checkout : null
}

const PLACE = /\/(?<folder>specs|bugs)\/(?<name>[^/]+)$/

/** Items that may have a worktree according to git; their journals say whether they do. */
export const itemsWithWorktrees = (folders: ProjectFolders): WorkItem[] =>
  worktreesOf(folders).flatMap((path): WorkItem[] => {
    const { folder, name } = PLACE.exec(path)?.groups ?? {}
    if (name === undefined) return []
    const item = itemWithSafeName(folders, folder === 'bugs' ? 'bug' : 'spec', name)
    return item === null ? [] : [item]
  })

/** Every item's folder that git lists as a worktree of this repository. */
export function worktreesOf({ projectDir }: Pick<ProjectFolders, 'projectDir'>): string[] {
  const common = placeOf(projectDir)?.commonDir
  const admin = common === undefined ? null : join(common, 'worktrees')
  if (admin === null || !existsSync(admin)) return []
  return namesIn(admin).flatMap((id) => {
    const path = dirname(lineOf(join(admin, id, 'gitdir')) ?? '')
    return PLACE.test(path) && isOwnWorktree(projectDir, path) ? [path] : []
  })
}
