import type { Finding } from '../../contracts/asked/findings.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import { openRepository, type RepositoryProblem } from '../git/repository.ts'
import { GitFailed, GitTimedOut } from '../git/git-process.ts'
import { NoRepository } from '../git/git-ground.ts'
import { NotAWorktree } from '../git/writing-git.ts'
import { catchUp } from './deploy/catch-up.ts'
import { cleanUp } from './clean-up.ts'
import { commitRun } from './commit-run.ts'
import { Found, ofRepository } from './findings.ts'
import {
  markOf,
  scratchFor,
  worktreeFor,
  type GitContext,
  type GitWorld,
  type InWorktree,
} from './git-context.ts'
import { continueIntegration, integrate } from './deploy/integrate.ts'
import { makeWorkspace } from './make-workspace.ts'
import { moveBaseTo } from './deploy/move-base-to.ts'
import { openPullRequest } from './deploy/pull-request.ts'
import { record } from './record.ts'
import { ActNote, removeDeadLocks, waitForOrphans } from './unfinished-act.ts'

/**
 * Performs one git act of the host. Repeating it after a crash leads to the same result; what
 * others did, or what cannot be done here, is a finding and changes nothing.
 */
export async function performGitAct(act: GitAct, context: GitContext): Promise<GitResult> {
  const { folders, env, signal } = context
  const opening = { env, mark: markOf(context), ...(signal === undefined ? {} : { signal }) }
  const note = new ActNote(context)
  const since = note.unfinishedSince()
  if (since !== null) await waitForOrphans(context)
  const repository = await openRepository(folders.projectDir, opening)
  if ('problem' in repository) return withoutRepository(act, repository, context)
  try {
    if (since !== null) await removeDeadLocks(repository, placesOf(context), since)
    await note.begin(since)
    const result = await perform(act, { ...context, repository, hasCrashed: since !== null })
    note.end()
    return result
  } catch (error) {
    // An act stopped halfway may leave a state that only the next one can judge.
    if (signal?.aborted === true) throw error
    note.end()
    const finding = findingOf(error, context)
    if (finding === null) throw error
    // A git that hung would hang again at the next step.
    if (onlyLooksAtCheckout(act, context) && !(error instanceof GitTimedOut)) return UNKNOWN_TREE
    return { type: 'finding', ...withDetail(finding) }
  }
}

/** Null for an error that git did not cause. */
function findingOf(error: unknown, { folders, worktree }: GitContext): Finding | null {
  if (error instanceof Found) return error.finding
  if (error instanceof GitFailed) return { problem: 'git-failed', values: { said: error.message } }
  if (error instanceof NoRepository) return ofRepository(error.found, folders.projectDir)
  if (error instanceof NotAWorktree) {
    const branch = worktree?.branch ?? 'BRANCH'
    return { problem: 'worktree-unknown', values: { path: error.path, branch } }
  }
  return null
}

async function perform(act: GitAct, world: GitWorld): Promise<GitResult> {
  switch (act.type) {
    case 'make-workspace':
      return makeWorkspace(atTop(world))
    case 'record':
      return record(world, act)
    case 'integrate':
      return integrate(inWorktree(world), act)
    case 'continue-integration':
      return continueIntegration(inWorktree(world))
    case 'catch-up':
      return catchUp(inWorktree(world), act)
    case 'move-base':
      return moveBaseTo(inWorktree(world), act)
    case 'commit-checkout':
      return commitRun(world, act)
    case 'pull-request':
      return openPullRequest(inWorktree(world), act)
    case 'clean-up':
      return cleanUp(inWorktree(world))
    default:
      return act satisfies never
  }
}

function atTop(world: GitWorld): GitWorld {
  const { top, prefix } = world.repository
  if (prefix !== '')
    throw new Found({
      problem: 'inside-repository',
      values: { dir: world.folders.projectDir, top },
    })
  return world
}

function inWorktree(world: GitWorld): InWorktree {
  const { worktree, item } = world
  if (worktree === null)
    throw new Found({ problem: 'no-worktree', values: { kind: item.kind, name: item.name } })
  return { ...world, worktree }
}

const UNKNOWN_TREE: GitResult = { type: 'recorded', commit: null, tree: null, files: 0 }

/** A run in the user's own checkout needs no git; only acts that depend on it are refused later. */
const onlyLooksAtCheckout = (act: GitAct, { worktree }: GitContext): boolean =>
  act.type === 'record' && worktree === null

const withoutRepository = (
  act: GitAct,
  problem: RepositoryProblem,
  context: GitContext,
): GitResult =>
  onlyLooksAtCheckout(act, context)
    ? UNKNOWN_TREE
    : { type: 'finding', ...withDetail(ofRepository(problem, context.folders.projectDir)) }

const placesOf = (context: GitContext): string[] => [
  context.worktree?.path ?? worktreeFor(context),
  scratchFor(context),
]
