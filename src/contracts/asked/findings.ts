import { z } from 'zod'

type Nothing = Record<never, string>

/** Every problem that git or the host can report to the user, with the values its text needs. */
interface FindingValues {
  'no-git': Nothing
  'old-git': { version: string }
  'not-a-repository': { dir: string }
  bare: { dir: string }
  'foreign-worktree': { dir: string; path: string }
  'git-elsewhere': { path: string; to: string }
  'odd-git-file': { path: string }
  'foreign-owner': { path: string }
  'unknown-extension': { dir: string; name: string }
  'no-repository': Nothing
  'detached-head': { commit: string }
  'unborn-branch': { branch: string }
  'no-such-branch': { branch: string }
  'base-gone': { base: string }
  'branch-exists': { branch: string; commit: string }
  'branch-clash': { branch: string; other: string }
  'folder-in-the-way': { path: string }
  'inside-repository': { dir: string; top: string }
  'no-worktree': { kind: string; name: string }
  'copy-outside': { name: string; dir: string }
  'worktree-removed': { path: string; branch: string }
  'worktree-unknown': { path: string; branch: string }
  'worktree-detached': { path: string; branch: string }
  'worktree-switched': { path: string; branch: string; other: string }
  'branch-deleted': { branch: string; known: string }
  'branch-rewritten': { branch: string; known: string; path: string }
  'worktree-locked': { path: string }
  unfinished: { act: string; path: string }
  'git-busy': { top: string; lock: string }
  'scratch-gone': { path: string }
  'branch-moved': { branch: string; base: string }
  'unknown-before': { top: string; name: string }
  'changed-since-verified': { top: string }
  'in-the-way': { files: string }
  conflicts: { files: string }
  'base-restless': { times: string }
  'checks-fail': { checks: string }
  'checks-fail-with-base': { checks: string; times: string }
  'not-passed': Nothing
  'passed-unknown': Nothing
  'changed-since-passed': Nothing
  'setup-failed': { command: string; how: string }
  'push-refused': { branch: string; remote: string; said: string; path: string }
  'no-remote': Nothing
  'forge-missing': { program: string }
  'forge-failed': { program: string; words: string; code: string; said: string }
  'remote-unknown': { remote: string; url: string }
  'no-address': { said: string }
  'work-not-in-base': { branch: string; base: string }
  'git-failed': { said: string }
  'release-unknown': { command: string }
  'not-allowed-on-worker': { worker: string; what: string; command: string }
}

export type Finding = {
  [P in keyof FindingValues]: { problem: P; values: FindingValues[P] }
}[keyof FindingValues]

/** A finding read from a journal, which may come from another version or an untrusted source. */
export const findingSchema = z.object({
  problem: z.string(),
  values: z.record(z.string(), z.string()),
})
export type ReadFinding = z.infer<typeof findingSchema>

/** The texts of all findings in one language. */
export type FindingWords = {
  [P in keyof FindingValues]: (values: FindingValues[P]) => string
}
