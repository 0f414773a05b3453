import type { Finding, FindingWords, ReadFinding } from '../../contracts/asked/findings.ts'

/** The English texts, for journals and terminals. */
export const FINDINGS: FindingWords = {
  'no-git': () => 'git was not found: install git 2.31 or newer, or turn the worktree off',
  'old-git': (v) => `git ${v.version} is too old: install git 2.31 or newer`,
  'not-a-repository': (v) =>
    `${v.dir} is not a git repository: run "git init" and commit there, or turn the worktree off`,
  bare: (v) => `${v.dir} is a bare repository: open a checkout of it as the project`,
  'foreign-worktree': (v) =>
    `core.worktree of ${v.dir} is ${v.path}: remove that setting with "git config --unset core.worktree"`,
  'git-elsewhere': (v) =>
    `${v.path} leads to ${v.to}, which does not belong to this folder: put the repository's own .git folder there, or repair a worktree of yours with "git worktree repair"`,
  'odd-git-file': (v) =>
    `${v.path} is a link, a pipe or the like, and git would write through it or wait for it: put a real file or folder there`,
  'foreign-owner': (v) =>
    `${v.path} belongs to another user: make it your own with "chown", or allow it with "git config --global --add safe.directory ${v.path}"`,
  'unknown-extension': (v) =>
    `the repository ${v.dir} uses ${v.name}, which this program does not know: update it, or turn the worktree off`,
  'no-repository': () =>
    'there is no git repository here, or no git: create one ("git init" and a first commit), then resume',
  'detached-head': (v) =>
    `no branch is checked out (HEAD is at ${v.commit}): check out the branch that the work starts from with "git switch", or set baseBranch`,
  'unborn-branch': (v) =>
    `the branch ${v.branch} has no commit yet: make a first commit, then resume`,
  'no-such-branch': (v) =>
    `the base branch ${v.branch} does not exist: create it, or change the setting baseBranch`,
  'base-gone': (v) => `the base branch ${v.base} does not exist: restore it, then resume`,
  'branch-exists': (v) =>
    `the branch ${v.branch} already exists (${v.commit}): rename it with "git branch -m ${v.branch} NEW-NAME", or delete it, then resume`,
  'branch-clash': (v) =>
    `the branch ${v.branch} cannot be created beside the branch ${v.other}: rename that one, then resume`,
  'folder-in-the-way': (v) => `${v.path} is not empty: move what is in it elsewhere, then resume`,
  'inside-repository': (v) =>
    `${v.dir} is a folder inside the repository ${v.top}: open ${v.top} as the project, or turn the worktree off`,
  'no-worktree': (v) =>
    `${v.kind} ${v.name} has no worktree: run "sdd worktree ${v.name} on" before code is written, or deploy with mode "commit"`,
  'copy-outside': (v) => `worktree.copy names ${v.name}, which is not inside ${v.dir}`,
  'worktree-removed': (v) =>
    `the worktree ${v.path} was removed: restore it with "git worktree add --force ${v.path} ${v.branch}", then resume`,
  'worktree-unknown': (v) =>
    `${v.path} is no longer a worktree of this repository: repair it with "git worktree repair ${v.path}", or move it away and run "git worktree add --force ${v.path} ${v.branch}", then resume`,
  'worktree-detached': (v) =>
    `the worktree ${v.path} is at a detached HEAD instead of ${v.branch}: run "git switch ${v.branch}" there, then resume`,
  'worktree-switched': (v) =>
    `the worktree ${v.path} is on the branch ${v.other} instead of ${v.branch}: run "git switch ${v.branch}" there, then resume`,
  'branch-deleted': (v) =>
    `the branch ${v.branch} was deleted: restore it with "git branch ${v.branch} ${v.known}", then resume`,
  'branch-rewritten': (v) =>
    `the branch ${v.branch} no longer contains the commits that were recorded: restore it with "git reset --hard ${v.known}" in ${v.path}, or accept it as it is with "git update-ref ${v.known} refs/heads/${v.branch}", then resume`,
  'worktree-locked': (v) =>
    `the worktree ${v.path} is locked: run "git worktree unlock ${v.path}", then resume`,
  unfinished: (v) =>
    `a ${v.act} was started in ${v.path} and not finished: finish it or abort it with "git ${v.act} --abort" there, then resume`,
  'git-busy': (v) =>
    `another git process is running in ${v.top} and holds ${v.lock}: wait until it ends, then resume`,
  'scratch-gone': (v) =>
    `${v.path} is no longer there: resume to bring the work onto the base once more`,
  'branch-moved': (v) =>
    `${v.branch} has changed since it was brought onto ${v.base}: resume to do that once more`,
  'unknown-before': (v) =>
    `what was changed in ${v.top} before ${v.name} began is not known: commit its work yourself`,
  'changed-since-verified': (v) =>
    `the code in ${v.top} has changed since it was verified: resume to have it verified again`,
  'in-the-way': (v) =>
    `these files in your checkout are changed and would be overwritten: ${v.files}; commit or move them, then resume`,
  conflicts: (v) =>
    `these files conflict with the base branch: ${v.files}; resolve that on the branch, then resume (or resume to let an agent try again)`,
  'base-restless': (v) =>
    `the base branch has moved ${v.times} times in the meantime; resume when it has settled`,
  'checks-fail': (v) =>
    `these checks fail on the code as it is: ${v.checks}; see their output, fix the cause, then resume`,
  'checks-fail-with-base': (v) =>
    `these checks fail together with the newest base, even after ${v.times} repairs by agents: ${v.checks}; see their output, fix the cause on the branch, then resume (or resume to let agents try again)`,
  'not-passed': () => 'the code has not passed; resume to have it inspected again',
  'passed-unknown': () =>
    'it is not known which code has passed; resume to have it inspected again',
  'changed-since-passed': () =>
    'the code has changed since it passed; resume to have it inspected again',
  'setup-failed': (v) =>
    `worktree.setup (${v.command}) ${v.how}; see its output, fix the cause, then resume`,
  'push-refused': (v) =>
    `git could not push ${v.branch} to ${v.remote}: ${v.said}. Fix that (git pull in ${v.path}, if the branch was changed there), then resume`,
  'no-remote': () =>
    'there is no remote to push to: add one with "git remote add origin URL", then resume',
  'forge-missing': (v) =>
    `${v.program} was not found: install it and log in with "${v.program} auth login", then resume`,
  'forge-failed': (v) =>
    `${v.program} ${v.words} ended with ${v.code}: ${v.said}. Fix that, then resume`,
  'remote-unknown': (v) =>
    `the address of the remote ${v.remote} (${v.url}) names no repository of a known kind: set it with "git remote set-url ${v.remote} URL", then resume`,
  'no-address': (v) => `no address of a pull request was found in: ${v.said}`,
  'work-not-in-base': (v) =>
    `${v.base} does not contain the work of ${v.branch}: deploy it, or remove both yourself`,
  'git-failed': (v) => `${v.said}: fix that, then resume`,
  'not-allowed-on-worker': (v) =>
    `the user of worker ${v.worker} has not allowed this there: ${v.what}. On its computer, look at it and allow it with "${v.command}", then resume`,
  'release-unknown': (v) =>
    `deploy.command (${v.command}) was started, and its end was not seen: check whether it did its work, then say that it has run, or have it run again`,
}

/** The fields with which a journal explains a pause. */
export const withDetail = (finding: Finding): { detail: string; finding: Finding } => ({
  detail: sentenceOf(FINDINGS, finding) ?? '',
  finding,
})

/** Null if `words` does not have this problem. */
export function sentenceOf(words: FindingWords, { problem, values }: ReadFinding): string | null {
  if (!Object.hasOwn(words, problem)) return null
  const sentences: Readonly<Record<string, (values: never) => string>> = words as never
  return sentences[problem]?.(values as never) ?? null
}
