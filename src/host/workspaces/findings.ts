import type { BaseProblem, RepositoryProblem } from '../git/repository.ts'
import type { WorktreeFinding, WorktreeProblem } from '../git/worktree.ts'
import { workRef, type GitContext, type WorktreePlace } from './git-context.ts'

/** Ends an act: something is not as the host left it, or cannot be done here. Nothing was changed. */
export class Found extends Error {}

/** What was found and what to do, for the person. */
export function repositoryWords(problem: RepositoryProblem, dir: string): string {
  switch (problem.problem) {
    case 'no-git':
      return 'git was not found: install git 2.30 or newer, or turn the worktree off'
    case 'old-git':
      return `git ${problem.version} is too old: install git 2.30 or newer`
    case 'not-a-repository':
      return `${dir} is not a git repository: run "git init" and commit there, or turn the worktree off`
    case 'bare':
      return `${dir} is a bare repository: open a checkout of it as the project`
    case 'foreign-worktree':
      return `core.worktree of ${dir} is ${problem.path}: remove that setting with "git config --unset core.worktree"`
    default:
      return problem satisfies never
  }
}

export function baseWords(problem: BaseProblem): string {
  switch (problem.problem) {
    case 'detached-head':
      return `no branch is checked out (HEAD is at ${problem.commit.slice(0, 12)}): check out the branch that the work starts from with "git switch", or set baseBranch`
    case 'unborn-branch':
      return `the branch ${problem.branch} has no commit yet: make a first commit, then resume`
    case 'no-such-branch':
      return `the base branch ${problem.branch} does not exist: create it, or change the setting baseBranch`
    default:
      return problem satisfies never
  }
}

export function worktreeWords(problem: WorktreeProblem): string {
  switch (problem.problem) {
    case 'branch-exists':
      return `the branch ${problem.branch} exists already (${problem.commit.slice(0, 12)}): rename it with "git branch -m ${problem.branch} NEW-NAME", or delete it, then resume`
    case 'branch-clash':
      return `the branch ${problem.branch} cannot be made beside the branch ${problem.with}: rename that one, then resume`
    case 'folder-in-the-way':
      return `${problem.path} is not empty: move what is in it elsewhere, then resume`
    default:
      return problem satisfies never
  }
}

export function handsWords(
  finding: WorktreeFinding,
  { path, branch }: WorktreePlace,
  { item }: Pick<GitContext, 'item'>,
): string {
  const known = workRef(item)
  switch (finding.found) {
    case 'removed':
      return `the worktree ${path} was removed: restore it with "git worktree add --force ${path} ${branch}", then resume`
    case 'not-registered':
      return `${path} is no longer a worktree of this repository: repair it with "git worktree repair ${path}", or move it away and run "git worktree add --force ${path} ${branch}", then resume`
    case 'other-branch':
      return `the worktree ${path} is ${finding.branch === null ? 'at a detached HEAD' : `on the branch ${finding.branch}`} instead of ${branch}: run "git switch ${branch}" there, then resume`
    case 'branch-deleted':
      return `the branch ${branch} was deleted: restore it with "git branch ${branch} ${known}", then resume`
    case 'branch-rewritten':
      return `the branch ${branch} no longer contains the commits that were recorded: restore it with "git reset --hard ${known}" in ${path}, or accept it as it is with "git update-ref ${known} refs/heads/${branch}", then resume`
    case 'locked':
      return `the worktree ${path} is locked: run "git worktree unlock ${path}", then resume`
    case 'unfinished':
      return `a ${finding.act} was begun in ${path} and not finished: finish it or abort it with "git ${finding.act} --abort" there, then resume`
    default:
      return finding satisfies never
  }
}
