import { dirname, join } from 'node:path'
import type { DeployStrategy } from '../../contracts/host-steps.ts'
import { HOST_FOLDERS } from '../../core/formats/layouts.ts'
import { makeFolder, readOwnText } from '../files/own-files.ts'
import { lineOf } from './git-place.ts'
import { stageAll } from './nested-repositories.ts'
import { commitTree } from './saved-work.ts'
import { checkOutFiles, enterWorktree, removeWorktree, unfinishedAct } from './worktree.ts'
import { GitFailed } from './git-process.ts'
import type { WritingGit } from './writing-git.ts'

export interface OntoBase {
  /** A worktree that is used for nothing else. */
  scratch: string
  strategy: DeployStrategy
  /** Commits, not branches, which may move at any moment. */
  base: string
  tip: string
  message: string
  /** Files that keep the content they have in the base. */
  isLeft: (path: string) => boolean
}

export type AppliedOntoBase =
  | { state: 'ready'; commit: string }
  | { state: 'conflict'; files: string[] }

/** Applies the work to the base in a new scratch worktree; the branch itself does not move. */
export async function applyOntoBase(git: WritingGit, plan: OntoBase): Promise<AppliedOntoBase> {
  const { scratch, strategy, base, tip } = plan
  const at = { cwd: scratch }
  await removeWorktree(git, scratch)
  makeFolder(dirname(scratch))
  const start = strategy === 'rebase' ? tip : base
  await enterWorktree(git, scratch, { commit: start })
  await checkOutFiles(git, scratch)
  if (strategy === 'rebase')
    await git.run(['rebase', '--onto', base, await git.text(['merge-base', base, tip])], at)
  else {
    const how = strategy === 'squash' ? ['--squash'] : ['--no-ff']
    await git.run(['merge', '--quiet', ...how, '--no-commit', tip], at)
  }
  return finishOntoBase(git, plan)
}

/** Continues after the conflicts were resolved in the scratch worktree. */
export async function continueOntoBase(
  git: WritingGit,
  plan: OntoBase,
  before: readonly string[],
): Promise<AppliedOntoBase> {
  const { scratch, strategy, base } = plan
  const at = { cwd: scratch }
  const left = await unresolved(git, plan)
  if (left.length > 0) return { state: 'conflict', files: left }
  await stageAll(git, at)
  if (unfinishedAct(git, scratch) === 'rebase') await continueRebase(git, scratch)
  const isOnBase =
    strategy !== 'rebase' ||
    (await git.run(['merge-base', '--is-ancestor', base, 'HEAD'], at)).code === 0
  const tree = await git.text(['write-tree'], at)
  const isWithoutWork = tree === (await git.text(['rev-parse', `${base}^{tree}`]))
  // An agent that aborted the merge has resolved nothing.
  if (!isOnBase || (isWithoutWork && strategy !== 'rebase'))
    return { state: 'conflict', files: [...before] }
  return finishOntoBase(git, plan)
}

const PLAIN_STEP = /^(?:#.*|\s*|(?:pick|p) [0-9a-f]+(?: .*)?)$/

/** A list of steps can contain commands to run, and others may have edited it meanwhile. */
async function continueRebase(git: WritingGit, scratch: string): Promise<void> {
  const todo = join(git.placeOf(scratch).gitDir, 'rebase-merge', 'git-rebase-todo')
  const odd = (lineOf(todo) ?? '').split('\n').find((line) => !PLAIN_STEP.test(line))
  if (odd !== undefined)
    throw new GitFailed(['rebase', '--continue'], { code: 1, errors: `${todo} contains "${odd}"` })
  await git.run(['rebase', '--continue'], { cwd: scratch })
}

async function finishOntoBase(git: WritingGit, plan: OntoBase): Promise<AppliedOntoBase> {
  const { scratch, strategy, base, tip, message } = plan
  const at = { cwd: scratch }
  const files = await unmerged(git, scratch)
  if (files.length > 0) return { state: 'conflict', files }
  if (strategy === 'rebase') {
    if (unfinishedAct(git, scratch) === 'rebase')
      throw new Error(`the rebase in ${scratch} did not end`)
    return { state: 'ready', commit: await git.text(['rev-parse', 'HEAD'], at) }
  }
  await leaveAsBase(git, plan)
  const tree = await git.text(['write-tree'], at)
  const isAsBase = tree === (await git.text(['rev-parse', `${base}^{tree}`]))
  const parents = strategy === 'squash' ? [base] : [base, tip]
  const commit =
    isAsBase && strategy === 'squash' ? base : await commitTree(git, tree, { parents, message })
  // The checks run on exactly the tree that becomes the base.
  await git.must(['reset', '--quiet', '--hard', commit], at)
  return { state: 'ready', commit }
}

async function leaveAsBase(git: WritingGit, { scratch, base, isLeft }: OntoBase): Promise<void> {
  const at = { cwd: scratch }
  const plain = ['--cached', '--name-only', '--no-renames', '--ignore-submodules=all', '-z']
  const changed = (await git.lines(['diff', ...plain, base, '--', ...HOST_FOLDERS], at)).filter(
    isLeft,
  )
  if (changed.length === 0) return
  const input = changed.map((path) => `:(top,literal)${path}\0`).join('')
  const listed = ['--pathspec-from-file=-', '--pathspec-file-nul']
  await git.must(['reset', '--quiet', ...listed, base], { ...at, input })
}

async function unmerged(git: WritingGit, dir: string): Promise<string[]> {
  const plain = ['--name-only', '--diff-filter=U', '--ignore-submodules=all', '-z']
  return git.lines(['diff', ...plain], { cwd: dir })
}

const MARKER = /^(<{7}|>{7})( |$)/m

/** Changed files with conflict markers. Staging or committing one does not resolve it. */
async function unresolved(git: WritingGit, { scratch, base }: OntoBase): Promise<string[]> {
  const open = await unmerged(git, scratch)
  const plain = ['--name-only', '--no-renames', '--ignore-submodules=all', '-z']
  const changed = await git.lines(['diff', ...plain, base], { cwd: scratch })
  const files = [...new Set([...open, ...changed])]
  return files.filter((file) => MARKER.test(textOf(scratch, file)))
}

/** Only of plain files: an agent may have left a pipe, or a link to a file without an end. */
function textOf(scratch: string, file: string): string {
  try {
    return readOwnText(join(scratch, file), { limitMb: MAX_TEXT_MB, below: scratch })
  } catch {
    return ''
  }
}

/** Nobody merges a larger text. */
const MAX_TEXT_MB = 256
