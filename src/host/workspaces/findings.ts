import type { Finding } from '../../contracts/asked/findings.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import type { BaseProblem, RepositoryProblem } from '../git/repository.ts'
import type { WorktreeFinding, WorktreeProblem } from '../git/worktree.ts'
import { workRef, type GitContext, type WorktreePlace } from './git-context.ts'

/** Ends an act: something is not as the host left it, or is impossible. Nothing was changed. */
export class Found extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(withDetail(finding).detail)
    this.finding = finding
  }
}

export function ofRepository(problem: RepositoryProblem, dir: string): Finding {
  switch (problem.problem) {
    case 'no-git':
      return { problem: 'no-git', values: {} }
    case 'old-git':
      return { problem: 'old-git', values: { version: problem.version } }
    case 'not-a-repository':
    case 'bare':
      return { problem: problem.problem, values: { dir } }
    case 'foreign-worktree':
      return { problem: 'foreign-worktree', values: { dir, path: problem.path } }
    case 'led-elsewhere':
      return { problem: 'git-elsewhere', values: { path: problem.path, to: problem.to } }
    case 'odd-git-file':
      return { problem: 'odd-git-file', values: { path: problem.path } }
    case 'foreign-owner':
      return { problem: 'foreign-owner', values: { path: problem.path } }
    case 'unknown-extension':
      return { problem: 'unknown-extension', values: { dir, name: problem.name } }
    default:
      return problem satisfies never
  }
}

export function ofBase(problem: BaseProblem): Finding {
  switch (problem.problem) {
    case 'detached-head':
      return { problem: 'detached-head', values: { commit: short(problem.commit) } }
    case 'unborn-branch':
    case 'no-such-branch':
      return { problem: problem.problem, values: { branch: problem.branch } }
    default:
      return problem satisfies never
  }
}

export function ofWorktree(problem: WorktreeProblem): Finding {
  switch (problem.problem) {
    case 'branch-exists': {
      const { branch, commit } = problem
      return { problem: 'branch-exists', values: { branch, commit: short(commit) } }
    }
    case 'branch-clash':
      return { problem: 'branch-clash', values: { branch: problem.branch, other: problem.with } }
    case 'folder-in-the-way':
      return { problem: 'folder-in-the-way', values: { path: problem.path } }
    default:
      return problem satisfies never
  }
}

export function ofForeignChange(
  finding: WorktreeFinding,
  { path, branch }: WorktreePlace,
  { item }: Pick<GitContext, 'item'>,
): Finding {
  const known = workRef(item)
  switch (finding.found) {
    case 'removed':
      return { problem: 'worktree-removed', values: { path, branch } }
    case 'not-registered':
      return { problem: 'worktree-unknown', values: { path, branch } }
    case 'other-branch':
      return finding.branch === null
        ? { problem: 'worktree-detached', values: { path, branch } }
        : { problem: 'worktree-switched', values: { path, branch, other: finding.branch } }
    case 'branch-deleted':
      return { problem: 'branch-deleted', values: { branch, known } }
    case 'branch-rewritten':
      return { problem: 'branch-rewritten', values: { branch, known, path } }
    case 'locked':
      return { problem: 'worktree-locked', values: { path } }
    case 'unfinished':
      return { problem: 'unfinished', values: { act: finding.act, path } }
    default:
      return finding satisfies never
  }
}

const short = (commit: string): string => commit.slice(0, 12)
