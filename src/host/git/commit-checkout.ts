import { createHash } from 'node:crypto'
import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commitTree, inScratch } from './saved-work.ts'
import type { WritingGit } from './writing-git.ts'
import { readOwnBytes } from '../files/own-files.ts'

/** Files that differ from the last commit, each with a digest; null where it was deleted. */
export type Dirty = Record<string, string | null>

/** Null when there is no commit yet. */
export async function dirtyNow(
  git: WritingGit,
  { top, without }: { top: string; without: readonly string[] },
): Promise<Dirty | null> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--no-renames']
  const kinds = ['--untracked-files=all', '--ignored=no', '--ignore-submodules=all']
  const lines = await git.lines([...args, ...kinds, '--', ':(top)', ...without], { cwd: top })
  if (lines.includes('# branch.oid (initial)')) return null
  const paths = lines.flatMap((line) => pathIn(line) ?? []).toSorted()
  return Object.fromEntries(paths.map((path) => [path, contentOf(top, path)]))
}

/** How many fields precede the path, by the first character of the line. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 }

function pathIn(line: string): string | null {
  const fields = FIELDS_BEFORE_PATH[line[0] ?? '']
  return fields === undefined ? null : line.split(' ').slice(fields).join(' ')
}

function contentOf(top: string, path: string): string | null {
  const stat = lstatSync(join(top, path), { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (stat.isSymbolicLink()) return `link ${readlinkSync(join(top, path))}`
  if (!stat.isFile()) return 'folder'
  if (stat.size > MAX_READ_MB * 1024 * 1024) return `${stat.size}@${stat.mtimeMs}`
  const bytes = readOwnBytes(join(top, path), { limitMb: MAX_READ_MB, below: top })
  return createHash('sha256').update(bytes).digest('hex')
}

/** Larger files are not read: size and time serve as their digest. */
const MAX_READ_MB = 256

interface CommitPlan {
  top: string
  branch: string
  paths: readonly string[]
  message: string
}

/** Commits exactly these files on the checked-out branch; other staged changes stay staged. */
export async function commitPaths(
  git: WritingGit,
  { top, branch, paths, message }: CommitPlan,
): Promise<string | null> {
  const at = { cwd: top }
  const head = await git.text(['rev-parse', '--verify', 'HEAD^{commit}'])
  // Git lists a nested repository as a folder: it would become a link to a commit nobody else has.
  const files = paths.filter((path) => !path.endsWith('/'))
  if (files.length === 0) return null
  const tree = await inScratch(async (index) => {
    await git.must(['read-tree', head], { ...at, index })
    await git.must(['add', '--all', ...LISTED], { ...at, index, input: listed(files) })
    return git.text(['write-tree'], { ...at, index })
  })
  if (tree === (await git.text(['rev-parse', `${head}^{tree}`]))) return null
  const commit = await commitTree(git, tree, { parents: [head], message })
  await git.must(['update-ref', `refs/heads/${branch}`, commit, head])
  await followPaths(git, top, files)
  return commit
}

/** Otherwise `git status` would show these files as reverted. */
export async function followPaths(
  git: WritingGit,
  top: string,
  paths: readonly string[],
): Promise<void> {
  await git.must(['reset', '--quiet', ...LISTED], { cwd: top, input: listed(paths) })
}

const LISTED = ['--pathspec-from-file=-', '--pathspec-file-nul']

const listed = (paths: readonly string[]): string =>
  paths.map((path) => `:(top,literal)${path}\0`).join('')
