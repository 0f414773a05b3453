import { realpathSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { GitMissing, NoRepository, type GroundProblem } from './git-ground.ts'
import { GitFailed } from './git-process.ts'
import { WritingGit, type Opening } from './writing-git.ts'

/** The first version that takes settings from its environment. */
const OLDEST_GIT = [2, 31] as const

export type RepositoryProblem =
  | GroundProblem
  | { problem: 'no-git' }
  | { problem: 'old-git'; version: string }
  | { problem: 'bare' }
  | { problem: 'foreign-worktree'; path: string }

export interface Repository {
  git: WritingGit
  /** The top of the user's working tree, as a real path. */
  top: string
  /** Shared by all working trees. */
  commonDir: string
  /** From the top to the opened folder, with a trailing slash; empty at the top itself. */
  prefix: string
}

/** Opens the repository whose working tree contains this folder. Writes nothing. */
export async function openRepository(
  dir: string,
  opening: Opening,
): Promise<Repository | RepositoryProblem> {
  let git: WritingGit
  try {
    git = await WritingGit.open(dir, opening)
  } catch (error) {
    if (error instanceof GitMissing) return { problem: 'no-git' }
    if (error instanceof NoRepository) return error.found
    if (error instanceof GitFailed) return { problem: 'not-a-repository' }
    throw error
  }
  const version = await versionOf(git)
  if (isOlder(version)) return { problem: 'old-git', version }
  const { top, gitDir, commonDir } = git.place
  if (gitDir === commonDir && git.configured('core.bare') === 'true') return { problem: 'bare' }
  const elsewhere = git.configured('core.worktree') ?? ''
  if (elsewhere !== '') return { problem: 'foreign-worktree', path: elsewhere }
  // Git's list of worktrees could not be read.
  if (top === null || top.includes('\n')) return { problem: 'not-a-repository' }
  const below = relative(top, realpathSync(dir))
  return { git, top, commonDir, prefix: below === '' ? '' : `${below}/` }
}

const versions = new Map<string, string>()

/** Cached for each executable; a replaced one has another modification time. */
async function versionOf(git: WritingGit): Promise<string> {
  const key = `${git.program} ${statSync(git.program).mtimeMs}`
  const known = versions.get(key)
  if (known !== undefined) return known
  const version = /\d+\.\d+(\.\d+)*/.exec(await git.text(['--version']))?.[0] ?? '0.0'
  versions.set(key, version)
  return version
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])
}

export type BaseProblem =
  | { problem: 'detached-head'; commit: string }
  | { problem: 'unborn-branch'; branch: string }
  | { problem: 'no-such-branch'; branch: string }

export interface Base {
  branch: string
  commit: string
}

/** The branch that an item starts from: the named one, or the one that is checked out. */
export async function baseOf(git: WritingGit, named: string | null): Promise<Base | BaseProblem> {
  const branch = named ?? (await checkedOut(git))
  if (branch === null) return { problem: 'detached-head', commit: (await git.find('HEAD')) ?? '' }
  const commit = await git.find(`refs/heads/${branch}^{commit}`)
  if (commit !== null) return { branch, commit }
  return named === null
    ? { problem: 'unborn-branch', branch }
    : { problem: 'no-such-branch', branch }
}

/** Null at a detached HEAD. */
export async function checkedOut(git: WritingGit, dir = git.dir): Promise<string | null> {
  const { code, out } = await git.run(['symbolic-ref', '--quiet', 'HEAD'], { cwd: dir })
  if (code !== 0) return null
  return out
    .toString('utf8')
    .trim()
    .replace(/^refs\/heads\//, '')
}
