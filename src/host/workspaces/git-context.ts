import { hash } from 'node:crypto'
import { join } from 'node:path'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { Repository } from '../git/repository.ts'
import type { SavedItem } from '../git/saved-work.ts'
import { projectIdOf } from '../project/project-id.ts'
import type { ProjectFolders } from '../project/folders.ts'

/** A worktree as the journal knows it. */
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
  /** The agent's step whose work it is about. */
  after?: string | null
  /** Null: the item is worked on in the person's own checkout. */
  worktree: WorktreePlace | null
  /** Of the person, or of a project that is trusted. */
  settings: { baseBranch: string | null; root: string | null; copy: readonly string[] }
  signal?: AbortSignal
}

/** With the repository open. */
export interface GitWorld extends GitContext {
  repository: Repository
  /** An earlier act on this item did not come to its end. */
  hasCrashed: boolean
}

export interface InWorktree extends GitWorld {
  worktree: WorktreePlace
}

const FOLDERS = { spec: 'specs', bug: 'bugs' } as const
const BRANCHES = { spec: 'feature', bug: 'bugfix' } as const

export const branchFor = ({ kind, name }: WorkItem): string => `${BRANCHES[kind]}/${name}`

type Placed = Pick<GitContext, 'folders' | 'settings' | 'item'>

/** A root of the person's own may hold the worktrees of many projects. */
const rootOf = ({ folders, settings }: Placed): string =>
  settings.root === null
    ? join(folders.kiroDir, 'worktrees')
    : join(settings.root, projectIdOf(folders.projectDir))

export const worktreeFor = (placed: Placed): string =>
  join(rootOf(placed), FOLDERS[placed.item.kind], placed.item.name)

/** Where the work is brought onto the base and checked before the base moves. */
export const scratchFor = (placed: Placed): string =>
  join(rootOf(placed), 'deploy', FOLDERS[placed.item.kind], placed.item.name)

export const HOST_FILES = ['spec.json', 'bug.json', 'event-log.jsonl', 'comments.json'] as const

const HOST_FILE = new RegExp(
  `^\\.kiro/(specs|bugs)/[^/]+/(${HOST_FILES.map((name) => name.replace('.', '\\.')).join('|')})$`,
)

/** What only the host writes, in the checkout and never on a branch. */
export const isHostFile = (path: string): boolean =>
  HOST_FILE.test(path) || path.startsWith('.kiro/runtime/') || path.startsWith('.kiro/worktrees/')

/** The same as pathspecs. */
export const WITHOUT_HOST_FILES: readonly string[] = [
  ...['specs', 'bugs'].flatMap((folder) =>
    HOST_FILES.map((name) => `:(top,exclude,glob).kiro/${folder}/*/${name}`),
  ),
  ':(top,exclude).kiro/runtime',
  ':(top,exclude).kiro/worktrees',
]

/** The last commit of the item's branch that the host knows: kept, whatever happens to the branch. */
export const workRef = ({ kind, name }: SavedItem): string => `refs/sdd/work/${kind}/${name}`

/** A commit whose parents are what became ready for the base, and the work it was made from. */
export const readyRef = ({ kind, name }: SavedItem): string => `refs/sdd/ready/${kind}/${name}`

export const markOf = ({ folders, item }: Pick<GitContext, 'folders' | 'item'>): string =>
  `SDD_GIT_ACT=${hash('sha1', `${folders.projectDir} ${itemKey(item)}`, 'hex')}`

export const trailersOf = ({ item, stepId }: Pick<GitContext, 'item' | 'stepId'>) => ({
  'Sdd-Item': `${item.kind} ${item.name}`,
  'Sdd-Step': stepId,
})
