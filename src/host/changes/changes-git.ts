import { ofRepository } from '../workspaces/findings.ts'
import { HOST_FILE_GLOBS } from '../workspaces/git-context.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import { GitMissing, NoRepository } from '../git/git-ground.ts'
import { GitFailed } from '../git/git-process.ts'
import { gitIn, type Git, type GitOutput } from '../git/run-git.ts'
import type { Changes } from '../../contracts/views/changes.ts'

/** Looking into a submodule would run another git, under that repository's configuration. */
export const FLAGS = [
  '--no-ext-diff',
  '--no-color',
  '--no-textconv',
  '--submodule=short',
  '--ignore-submodules=dirty',
  '--relative',
] as const

/** Logs and the host's own files are nobody's work. */
export const EXCLUDED: readonly string[] = [
  ':(exclude).kiro/runtime',
  ':(exclude).kiro/worktrees',
  ...HOST_FILE_GLOBS.map((glob) => `:(exclude,glob)${glob}`),
]

type NoChangesReason = Exclude<Changes['state'], 'ok'>

/** Git in this folder, or the reason why nothing can be compared. */
export async function openGit(dir: string, env: NodeJS.ProcessEnv): Promise<Git | NoChangesReason> {
  try {
    return (await gitIn(dir, env)) ?? 'not-a-repository'
  } catch (error) {
    if (error instanceof GitMissing) return 'no-git'
    throw error
  }
}

/** Answers with the reason why git cannot be used there, or did not answer. */
export async function refusing<T>(
  dir: string,
  act: () => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof NoRepository)
      return err({ code: 'GIT_REFUSED', ...withDetail(ofRepository(error.found, dir)) })
    if (error instanceof GitFailed) return err({ code: 'GIT_REFUSED', detail: error.message })
    throw error
  }
}

/** The branch that the item's own branch started from, or the time the item was created. */
export type Since = { branch: string } | { at: string | null }

type Base = Extract<Changes, { state: 'ok' }>['base']

export async function baseOf(git: Git, since: Since): Promise<Base | null> {
  if ('branch' in since) return leftAt(git, `refs/heads/${since.branch}`, 'HEAD')
  const made = since.at === null ? Number.NaN : Date.parse(since.at)
  if (!Number.isNaN(made)) {
    const before = `--before=${new Date(made).toISOString()}`
    const found = commitIn(await git('log', '-1', before, FORMAT, 'HEAD'))
    if (found !== null) return found
  }
  return commitIn(await git('log', '--max-parents=0', '-1', FORMAT, 'HEAD'))
}

const FORMAT = '--format=%H%x00%s%x00%cI'

/** The commit at which the work branched off its base. */
export async function leftAt(git: Git, base: string, work: string): Promise<Base | null> {
  const left = await git('merge-base', base, work)
  return left.code === 0 ? commitIn(await git('log', '-1', FORMAT, left.text.trim())) : null
}

function commitIn({ code, text }: GitOutput): Base | null {
  const [hash = '', subject = '', at = ''] = text.trimEnd().split('\0')
  return code !== 0 || hash === '' ? null : { hash, subject, at }
}

export async function untrackedFiles(git: Git, specs: readonly string[]): Promise<string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ...specs, ...EXCLUDED]
  return wholeFields(await git(...args)).filter((path) => path !== '')
}

/** What `-z` prints; the last field of truncated output may be only a part of one. */
export const wholeFields = ({ text, truncated }: GitOutput): string[] =>
  (truncated ? text.slice(0, text.lastIndexOf('\0') + 1) : text).split('\0')
