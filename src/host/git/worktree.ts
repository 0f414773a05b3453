import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  namesIn,
  refuseLinks,
  removeFolder,
  replaceFile,
  writeNewFile,
} from '../files/own-files.ts'
import { Turns } from '../runs/turns.ts'
import { checkedOut } from './repository.ts'
import { commitTree, inScratch } from './saved-work.ts'
import { rawTree } from './raw-tree.ts'
import { configText } from './config-text.ts'
import { lineOf, worktreePlace } from './git-place.ts'
import { NotAWorktree, type WritingGit } from './writing-git.ts'

export interface WorktreePlan {
  path: string
  branch: string
  /** The branch's first commit. */
  first: string
}

export type WorktreeProblem =
  | { problem: 'branch-exists'; branch: string; commit: string }
  | { problem: 'branch-clash'; branch: string; with: string }
  | { problem: 'folder-in-the-way'; path: string }

/** Changes nothing: finds what would prevent creating this branch and folder. */
export const worktreeProblem = async (
  git: WritingGit,
  { path, branch }: Omit<WorktreePlan, 'first'>,
): Promise<WorktreeProblem | null> => (await branchProblem(git, branch)) ?? folderProblem(path)

interface FirstCommit {
  base: string
  /** The item's documents as they are in the checkout, relative to its top. */
  documents: { dir: string; paths: readonly string[] }
  message: string
}

/** Writes only git objects: no branch and no folder, so nothing becomes visible. */
export async function firstCommit(
  git: WritingGit,
  { base, documents, message }: FirstCommit,
): Promise<string> {
  const tree = await inScratch((index) => rawTree(git, { ...documents, over: base, index }))
  return commitTree(git, tree, { parents: [base], message })
}

/** Fails if the branch exists: somebody else's branch is never moved. */
export async function makeWorktree(
  git: WritingGit,
  { path, branch, first }: WorktreePlan,
): Promise<void> {
  await git.must(['update-ref', `refs/heads/${branch}`, first, git.noObject])
  await addWorktree(git, { path, branch })
}

/** Checks the files out in a second command: it can be repeated, a half-done `add` cannot. */
export async function addWorktree(
  git: WritingGit,
  { path, branch }: Omit<WorktreePlan, 'first'>,
): Promise<void> {
  await enterWorktree(git, path, { branch })
  await checkOutFiles(git, path)
}

/**
 * Git fails when two worktrees are created, or one is created and another inspected, at the same
 * time.
 */
const turns = new Turns()

const inTurn = <T>(git: WritingGit, act: () => Promise<T>): Promise<T> => turns.take(git.dir, act)

/** Without its files. `at` is a branch to check out, or a commit for a detached HEAD. */
export async function enterWorktree(
  git: WritingGit,
  path: string,
  at: { branch: string } | { commit: string },
): Promise<void> {
  const what = 'branch' in at ? ['--', path, at.branch] : ['--detach', '--', path, at.commit]
  await inTurn(git, () =>
    git.must(['worktree', 'add', '--quiet', '--force', '--no-checkout', ...what]),
  )
  settle(git, path)
}

export async function checkOutFiles(git: WritingGit, path: string): Promise<void> {
  settle(git, path)
  await git.must(['reset', '--quiet', '--hard'], { cwd: path })
}

/**
 * Git has named the folder that it takes for the shared one, and left out what it reads from the
 * repository's own configuration: the user's git must find both there.
 */
function settle(git: WritingGit, path: string): void {
  const { gitDir } = git.placeOf(path)
  const link = join(path, '.git')
  const named = /^gitdir: (.+)$/.exec(lineOf(link) ?? '')?.[1] ?? ''
  if (resolve(path, named) !== gitDir)
    replaceFile(link, `gitdir: ${gitDir}\n`, { mode: 0o644, below: path })
  const isApart = (git.configured('extensions.worktreeconfig') ?? 'false') !== 'false'
  const own = join(gitDir, 'config.worktree')
  const sparse = SPARSE.flatMap(([section, key]) => {
    const value = git.configured(`${section}.${key}`)
    return value === null ? [] : [{ section, sub: null, key, value }]
  })
  if (isApart && sparse.length > 0 && !existsSync(own)) writeNewFile(own, configText(sparse), 0o644)
}

const SPARSE = [
  ['core', 'sparsecheckout'],
  ['core', 'sparsecheckoutcone'],
  ['index', 'sparse'],
] as const

export interface Worktree {
  path: string
  /** Null at a detached HEAD. */
  branch: string | null
  head: string | null
  isLocked: boolean
}

export async function listWorktrees(git: WritingGit): Promise<Worktree[]> {
  const listed = await inTurn(git, () => git.must(['worktree', 'list', '--porcelain']))
  return listed
    .toString('utf8')
    .split('\n\n')
    .flatMap((block, index) => {
      const lines = block.split('\n')
      const value = (key: string): string | null =>
        lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null
      const named = value('worktree')
      if (named === null) return []
      // The first one is the main one, which git cannot find from the folder it is given.
      const path = index === 0 ? mainTop(git) : named
      const has = (key: string): boolean =>
        lines.some((line) => line === key || line.startsWith(`${key} `))
      const branch = value('branch')?.replace(/^refs\/heads\//, '') ?? null
      return [{ path, branch, head: value('HEAD'), isLocked: has('locked') }]
    })
}

const mainTop = ({ place: { commonDir } }: WritingGit): string =>
  basename(commonDir) === '.git' ? dirname(commonDir) : commonDir

/** The repository can list any folder, or one that was deleted: it counts if it says so itself. */
export const isWorkingTree = (git: WritingGit, path: string): boolean =>
  path === git.place.top || worktreePlace(git.place.commonDir, path) !== null

export async function worktreeAt(git: WritingGit, path: string): Promise<Worktree | null> {
  const real = realOf(path)
  return (await listWorktrees(git)).find((one) => one.path === real || one.path === path) ?? null
}

export type WorktreeFinding =
  | { found: 'removed' }
  | { found: 'not-registered' }
  | { found: 'other-branch'; branch: string | null }
  | { found: 'branch-deleted' }
  | { found: 'branch-rewritten'; head: string }
  | { found: 'locked' }
  | { found: 'unfinished'; act: 'rebase' | 'merge' | 'cherry-pick' | 'revert' }

/** What someone else did to a worktree since the host last saw it, or null. */
export async function worktreeFinding(
  git: WritingGit,
  { path, branch, head }: { path: string; branch: string; head: string },
): Promise<WorktreeFinding | null> {
  const listed = await worktreeAt(git, path)
  if (!existsSync(path)) return { found: 'removed' }
  if (listed === null || worktreePlace(git.place.commonDir, path) === null)
    return { found: 'not-registered' }
  const tip = await git.find(`refs/heads/${branch}^{commit}`)
  if (tip === null) return { found: 'branch-deleted' }
  const now = await checkedOut(git, path)
  const act = unfinishedAct(git, path)
  if (act !== null) return { found: 'unfinished', act }
  if (now !== branch) return { found: 'other-branch', branch: now }
  const { code } = await git.run(['merge-base', '--is-ancestor', head, tip])
  if (code !== 0) return { found: 'branch-rewritten', head: tip }
  return listed.isLocked ? { found: 'locked' } : null
}

const UNFINISHED = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
} as const

export function unfinishedAct(
  git: WritingGit,
  dir: string,
): (typeof UNFINISHED)[keyof typeof UNFINISHED] | null {
  const { gitDir } = git.placeOf(dir)
  for (const [name, act] of Object.entries(UNFINISHED))
    if (existsSync(join(gitDir, name))) return act
  return null
}

/**
 * Git writes this link when it creates a worktree; killed halfway, it leaves an empty file. Throws
 * `NotAWorktree` if it leads to another repository: whose files these are is then unknown.
 */
export function isLinked(git: WritingGit, path: string): boolean {
  const link = lineOf(join(path, '.git'))
  if (link === null || link === '') return false
  if (worktreePlace(git.place.commonDir, path) === null) throw new NotAWorktree(path)
  return true
}

/** The caller must have saved the files first. */
export async function removeWorktree(git: WritingGit, path: string): Promise<void> {
  refuseLinks(path)
  if ((await worktreeAt(git, path)) === null) return
  // Git was killed while adding or removing it; without the link it refuses to remove it.
  if (!isLinked(git, path)) removeFolder(path)
  await inTurn(git, () => git.must(['worktree', 'remove', '--force', '--force', '--', path]))
}

async function branchProblem(git: WritingGit, branch: string): Promise<WorktreeProblem | null> {
  await git.must(['check-ref-format', '--branch', branch])
  const text = await git.text([
    'for-each-ref',
    '--format=%(refname:lstrip=2) %(objectname)',
    'refs/heads',
  ])
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(' ')
    const [name, commit] = [line.slice(0, at), line.slice(at + 1)]
    if (name === branch) return { problem: 'branch-exists', branch, commit }
    // Two names cannot coexist if they differ only in case, or if one is the other's folder.
    const [low, mine] = [name.toLowerCase(), branch.toLowerCase()]
    if (low === mine || mine.startsWith(`${low}/`) || low.startsWith(`${mine}/`))
      if (name !== '') return { problem: 'branch-clash', branch, with: name }
  }
  return null
}

function folderProblem(path: string): WorktreeProblem | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const isFree = stat.isDirectory() && namesIn(path).length === 0
  return isFree ? null : { problem: 'folder-in-the-way', path }
}

/** Works for a missing folder too; git lists worktrees by their real paths. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realOf(parent), path.slice(parent.length + 1))
  }
}
