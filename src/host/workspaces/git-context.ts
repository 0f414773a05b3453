import { hash } from 'node:crypto'
import { join } from 'node:path'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { ITEM_ROOTS } from '../../core/formats/layouts.ts'
import type { ItemRoot } from '../../core/formats/format.ts'
import { safeName } from '../items/safe-name.ts'
import type { Repository } from '../git/repository.ts'
import type { SavedItem } from '../git/saved-work.ts'
import { projectIdOf } from '../project/project-id.ts'
import type { ProjectFolders } from '../project/folders.ts'

/** A worktree as recorded in the journal. */
export interface WorktreePlace {
  path: string
  branch: string
  /** The branch that the work goes to. */
  base: string
  /** The branch's first commit: the item's documents as the host copied them. */
  from: string
}

export interface GitContext {
  folders: Pick<ProjectFolders, 'projectDir' | 'kiroDir' | 'runtimeDir'>
  env: NodeJS.ProcessEnv
  item: WorkItem
  stepId: string
  /** The agent's step whose work this act is about. */
  after?: string | null
  /** Null when the item is worked on in the user's own checkout. */
  worktree: WorktreePlace | null
  /** From the user, or from a trusted project. */
  settings: { baseBranch: string | null; root: string | null; copy: readonly string[] }
  /** The repository that someone else brings the branch to. */
  broughtTo?: string | undefined
  signal?: AbortSignal
}

/** A GitContext with its repository opened. */
export interface GitWorld extends GitContext {
  repository: Repository
  /** An earlier act on this item was interrupted. */
  hasCrashed: boolean
}

export interface InWorktree extends GitWorld {
  worktree: WorktreePlace
}

const FOLDERS = { spec: 'specs', bug: 'bugs' } as const
const BRANCHES = { spec: 'feature', bug: 'bugfix' } as const

export const branchFor = ({ kind, name }: WorkItem): string => `${BRANCHES[kind]}/${safeName(name)}`

type Placed = Pick<GitContext, 'folders' | 'settings' | 'item'>

/** A root chosen by the user may contain the worktrees of many projects. */
const rootOf = ({ folders, settings }: Placed): string =>
  settings.root === null
    ? join(folders.kiroDir, 'worktrees')
    : join(settings.root, projectIdOf(folders.projectDir))

export const worktreeFor = (placed: Placed): string =>
  join(rootOf(placed), FOLDERS[placed.item.kind], safeName(placed.item.name))

/** Where the work is applied to the base and checked before the base moves. */
export const scratchFor = (placed: Placed): string =>
  join(rootOf(placed), 'deploy', FOLDERS[placed.item.kind], safeName(placed.item.name))

export const HOST_FILES = ['spec.json', 'bug.json', 'event-log.jsonl', 'comments.json'] as const

/** Files that only the host writes, in the checkout and never on a branch. */
export const isHostFile = (path: string): boolean =>
  ITEM_ROOTS.some((root) => isHostFileIn(root, path)) ||
  path.startsWith('.kiro/runtime/') ||
  path.startsWith('.kiro/worktrees/')

function isHostFileIn({ root, depth }: ItemRoot, path: string): boolean {
  if (!path.startsWith(`${root}/`)) return false
  const [name, ...above] = path
    .slice(root.length + 1)
    .split('/')
    .toReversed()
  return HOST_FILES.some((one) => one === name) && above.length > 0 && above.length <= depth
}

/** The host files as glob patterns. */
export const HOST_FILE_GLOBS: readonly string[] = ITEM_ROOTS.flatMap(({ root, depth }) =>
  Array.from({ length: depth }, (_, above) => `${root}/${'*/'.repeat(above + 1)}`).flatMap(
    (folder) => HOST_FILES.map((name) => `${folder}${name}`),
  ),
)

/** Pathspecs that exclude the host files. */
export const WITHOUT_HOST_FILES: readonly string[] = [
  ...HOST_FILE_GLOBS.map((glob) => `:(top,exclude,glob)${glob}`),
  ':(top,exclude).kiro/runtime',
  ':(top,exclude).kiro/worktrees',
]

/** The branch's last commit that the host knows: kept whatever happens to the branch. */
export const workRef = ({ kind, name }: SavedItem): string =>
  `refs/sdd/work/${kind}/${safeName(name)}`

/** A commit whose parents are the commit ready for the base and the work it was made from. */
export const readyRef = ({ kind, name }: SavedItem): string =>
  `refs/sdd/ready/${kind}/${safeName(name)}`

export const markOf = ({ folders, item }: Pick<GitContext, 'folders' | 'item'>): string =>
  `SDD_GIT_ACT=${hash('sha1', `${folders.projectDir} ${itemKey(item)}`, 'hex')}`

/** Encoded, because a trailer would lose a space at the start or end of a name. */
export const trailerOf = ({ kind, name }: WorkItem): string => `${kind} ${encodeURIComponent(name)}`

export const trailersOf = ({ item, stepId }: Pick<GitContext, 'item' | 'stepId'>) => ({
  'Sdd-Item': trailerOf(item),
  'Sdd-Step': stepId,
})
