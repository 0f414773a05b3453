import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Turns } from '../runs/turns.ts'
import { checkedOut } from './repository.ts'
import { commitTree, inScratch } from './saved-work.ts'
import { rawTree } from './raw-tree.ts'
import type { WritingGit } from './writing-git.ts'

const NO_OBJECT = '0'.repeat(40)

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

/** Looks only: what would keep this branch and this folder from being made. */
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

/** Only objects are written: no branch, no folder, nothing that anyone would see. */
export async function firstCommit(
  git: WritingGit,
  { base, documents, message }: FirstCommit,
): Promise<string> {
  const tree = await inScratch((index) => rawTree(git, { ...documents, over: base, index }))
  return commitTree(git, tree, { parents: [base], message })
}

/** A branch that is someone else's is never moved. */
export async function makeWorktree(
  git: WritingGit,
  { path, branch, first }: WorktreePlan,
): Promise<void> {
  await git.must(['update-ref', `refs/heads/${branch}`, first, NO_OBJECT])
  await addWorktree(git, { path, branch })
}

/** The files come with their own command: that one can be repeated, half an `add` cannot. */
export async function addWorktree(
  git: WritingGit,
  { path, branch }: Omit<WorktreePlan, 'first'>,
): Promise<void> {
  await enterWorktree(git, ['--no-checkout', '--', path, branch])
  await fillWorktree(git, path)
}

/**
 * Git fails when two worktrees are created, or one is created and another inspected, at the same
 * time.
 */
const turns = new Turns()

const inTurn = <T>(git: WritingGit, act: () => Promise<T>): Promise<T> => turns.take(git.dir, act)

export async function enterWorktree(git: WritingGit, args: readonly string[]): Promise<void> {
  await inTurn(git, () => git.must(['worktree', 'add', '--quiet', '--force', ...args]))
}

export async function fillWorktree(git: WritingGit, path: string): Promise<void> {
  await git.must(['reset', '--quiet', '--hard'], { cwd: path })
}

export interface Worktree {
  path: string
  /** Null at a detached HEAD. */
  branch: string | null
  head: string | null
  isLocked: boolean
  isPrunable: boolean
}

export async function listWorktrees(git: WritingGit): Promise<Worktree[]> {
  const text = await inTurn(git, () => git.text(['worktree', 'list', '--porcelain']))
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n')
    const value = (key: string): string | null =>
      lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? null
    const path = value('worktree')
    if (path === null) return []
    const has = (key: string): boolean =>
      lines.some((line) => line === key || line.startsWith(`${key} `))
    const branch = value('branch')?.replace(/^refs\/heads\//, '') ?? null
    return [
      { path, branch, head: value('HEAD'), isLocked: has('locked'), isPrunable: has('prunable') },
    ]
  })
}

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
  if (listed === null || !existsSync(join(path, '.git'))) return { found: 'not-registered' }
  const tip = await git.find(`refs/heads/${branch}^{commit}`)
  if (tip === null) return { found: 'branch-deleted' }
  const now = await checkedOut(git, path)
  const act = await unfinishedAct(git, path)
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

export async function unfinishedAct(
  git: WritingGit,
  dir: string,
): Promise<(typeof UNFINISHED)[keyof typeof UNFINISHED] | null> {
  const gitDir = await git.text(['rev-parse', '--absolute-git-dir'], { cwd: dir })
  for (const [name, act] of Object.entries(UNFINISHED))
    if (existsSync(join(gitDir, name))) return act
  return null
}

/** Git writes this link when it makes a worktree; ended in its middle it leaves an empty one. */
export function isLinked(path: string): boolean {
  const link = join(path, '.git')
  return existsSync(link) && readFileSync(link, 'utf8').startsWith('gitdir: ')
}

/** The caller has saved what is there. */
export async function removeWorktree(git: WritingGit, path: string): Promise<void> {
  if ((await worktreeAt(git, path)) === null) return
  // Git was ended while it made or removed it: without its link git would not touch it.
  if (!isLinked(path)) rmSync(path, { recursive: true, force: true })
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
    // On file systems that know no case, and where one name is the other's folder, both cannot be.
    const [low, mine] = [name.toLowerCase(), branch.toLowerCase()]
    if (low === mine || mine.startsWith(`${low}/`) || low.startsWith(`${mine}/`))
      if (name !== '') return { problem: 'branch-clash', branch, with: name }
  }
  return null
}

function folderProblem(path: string): WorktreeProblem | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const isFree = stat.isDirectory() && readdirSync(path).length === 0
  return isFree ? null : { problem: 'folder-in-the-way', path }
}

/** Of a folder that may be gone; git knows it by its real path. */
function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realOf(parent), path.slice(parent.length + 1))
  }
}
