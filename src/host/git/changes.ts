import type { WorkItem } from '../../contracts/work-item.ts'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Changes } from '../../contracts/views/documents.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { readSpecJson } from '../files/spec-json-file.ts'
import { itemDirOf, itemExists } from '../project/folders.ts'
import type { DocumentPlace } from '../documents/read-document.ts'
import { workDirOf } from '../workspaces/live-folder.ts'
import { GitMissing, gitIn, type Git, type GitOutput } from './run-git.ts'

const MAX_UNTRACKED_FILES = 200
const MAX_UNTRACKED_BYTES = 512 * 1024
const MAX_DIFF_BYTES = 5 * 1024 * 1024
/** A look into a submodule would be a git of its own, under that repository's configuration. */
const PLAIN = [
  '--no-ext-diff',
  '--no-color',
  '--no-textconv',
  '--submodule=short',
  '--ignore-submodules=dirty',
] as const

/** The work of a spec: everything that differs from the last commit before it was made. */
export async function readChangesOf(
  { folders, workspaceOf }: DocumentPlace,
  item: WorkItem,
  env: NodeJS.ProcessEnv,
): Promise<Result<Changes, Rejection>> {
  if (!itemExists(folders, item)) return err({ code: 'NOT_FOUND', item })
  const workspace = workspaceOf(item)
  const dir = workDirOf(folders, workspace)
  if (workspace.kind === 'worktree' && dir !== folders.projectDir)
    return ok(await readChanges(dir, { branch: workspace.base }, env))
  const createdAt = readSpecJson(itemDirOf(folders, item), item.kind)['created_at']
  const at = typeof createdAt === 'string' ? createdAt : null
  return ok(await readChanges(folders.projectDir, { at }, env))
}

/** Where a branch was left for the item's own, or the moment the item was made. */
type Since = { branch: string } | { at: string | null }

async function readChanges(
  projectDir: string,
  since: Since,
  env: NodeJS.ProcessEnv,
): Promise<Changes> {
  try {
    const git = await gitIn(projectDir, env)
    if (git === null) return { state: 'not-a-repository' }
    const inside = await git('rev-parse', '--is-inside-work-tree')
    if (inside.code !== 0 || inside.text.trim() !== 'true') return { state: 'not-a-repository' }
    const base = await baseOf(git, since)
    if (base === null) return { state: 'no-commit' }
    const tracked = await git('diff', ...PLAIN, '--relative', base.hash, '--', ...PATHS)
    if (tracked.code !== 0) return { state: 'no-commit' }
    const untracked = await untrackedFiles(git)
    const { diff, truncated } = await withUntracked(git, projectDir, { tracked, untracked })
    return { state: 'ok', base, diff, truncated, untracked }
  } catch (error) {
    if (error instanceof GitMissing) return { state: 'no-git' }
    throw error
  }
}

/** Logs and records of agents are no one's work. */
const PATHS = ['.', ':(exclude).kiro/runtime', ':(exclude).kiro/worktrees'] as const

type Base = Extract<Changes, { state: 'ok' }>['base']

async function baseOf(git: Git, since: Since): Promise<Base | null> {
  const format = '--format=%H%x00%s%x00%cI'
  if ('branch' in since) {
    const left = await git('merge-base', `refs/heads/${since.branch}`, 'HEAD')
    return left.code === 0 ? commitIn(await git('log', '-1', format, left.text.trim())) : null
  }
  const made = since.at === null ? Number.NaN : Date.parse(since.at)
  if (!Number.isNaN(made)) {
    const before = `--before=${new Date(made).toISOString()}`
    const found = commitIn(await git('log', '-1', before, format, 'HEAD'))
    if (found !== null) return found
  }
  return commitIn(await git('log', '--max-parents=0', '-1', format, 'HEAD'))
}

function commitIn({ code, text }: GitOutput): Base | null {
  const [hash = '', subject = '', at = ''] = text.trimEnd().split('\0')
  return code !== 0 || hash === '' ? null : { hash, subject, at }
}

async function untrackedFiles(git: Git): Promise<string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z', '--', ...PATHS]
  const { text } = await git(...args)
  return text.split('\0').filter((path) => path !== '')
}

async function withUntracked(
  git: Git,
  projectDir: string,
  { tracked, untracked }: { tracked: GitOutput; untracked: string[] },
): Promise<{ diff: string; truncated: boolean }> {
  let diff = whole(tracked)
  if (tracked.truncated) return { diff, truncated: true }
  let truncated = untracked.length > MAX_UNTRACKED_FILES
  for (const path of untracked.slice(0, MAX_UNTRACKED_FILES)) {
    if (diff.length > MAX_DIFF_BYTES) return { diff, truncated: true }
    const stat = lstatSync(join(projectDir, path), { throwIfNoEntry: false })
    // Of a link git shows the target's name; what it leads to is not read.
    if (stat === undefined || stat.size > MAX_UNTRACKED_BYTES) continue
    if (!stat.isFile() && !stat.isSymbolicLink()) continue
    const added = await git('diff', ...PLAIN, '--no-index', '--', '/dev/null', path)
    // 1 means that they differ.
    if (added.code <= 1) diff += whole(added)
    truncated ||= added.truncated
  }
  return { diff, truncated }
}

/** A cut in the middle of a line would make the rest of the diff unreadable. */
const whole = ({ text, truncated }: GitOutput): string =>
  truncated ? text.slice(0, text.lastIndexOf('\n') + 1) : text
