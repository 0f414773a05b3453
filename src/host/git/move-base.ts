import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isWorkingTree, listWorktrees } from './worktree.ts'
import type { WritingGit } from './writing-git.ts'
import { readOwnBytes, removeFile, replaceFile } from '../files/own-files.ts'

interface MovePlan {
  branch: string
  from: string
  to: string
  /** The commit that holds the item's documents as the host copied them from the checkout. */
  copied: string
  /** An earlier attempt crashed halfway: some files may already be as in the new base. */
  hasCrashed?: boolean
}

export type Moved =
  | { state: 'moved' }
  /** Someone else was faster: rebase onto the new base and try again. */
  | { state: 'stale'; now: string | null }
  /** The merge would overwrite these files of the user. Nothing was changed. */
  | { state: 'in-the-way'; dir: string; files: string[] }

/** Moves the base only forward, and only from the commit that was checked. */
export async function moveBase(
  git: WritingGit,
  { branch, from, to, copied, hasCrashed = false }: MovePlan,
): Promise<Moved> {
  const ref = `refs/heads/${branch}`
  const now = await git.find(ref)
  if (now === null) return { state: 'stale', now }
  const isContained = (await git.run(['merge-base', '--is-ancestor', to, now])).code === 0
  if (isContained) return { state: 'moved' }
  if (now !== from) return { state: 'stale', now }
  await git.must(['merge-base', '--is-ancestor', from, to])
  const checkout = (await listWorktrees(git)).find(
    ({ branch: there, path }) => there === branch && isWorkingTree(git, path),
  )
  if (checkout === undefined) {
    const { code } = await git.run(['update-ref', ref, to, from])
    return code === 0 ? { state: 'moved' } : { state: 'stale', now: await git.find(ref) }
  }
  const overlap = await overlapping(git, checkout.path, { from, to })
  const sources = await sortBySource(git, checkout.path, { paths: overlap, copied, to, hasCrashed })
  const { arrived, ours, theirs } = sources
  if (theirs.length > 0) return { state: 'in-the-way', dir: checkout.path, files: theirs }
  await stageArrived(git, checkout.path, { paths: arrived, to })
  await clearOurs(git, checkout.path, { paths: ours, from })
  const merged = await git.run(['merge', '--quiet', '--ff-only', to], { cwd: checkout.path })
  if (merged.code === 0) return { state: 'moved' }
  await putBack(git, checkout.path, { paths: ours, copied })
  const found = await git.find(ref)
  if (found !== from) return { state: 'stale', now: found }
  throw new Error(`git merge --ff-only in ${checkout.path}: ${merged.errors.trim()}`)
}

interface Range {
  from: string
  to: string
}

/** Dirty, staged or untracked files of the checkout that the merge would write. */
async function overlapping(git: WritingGit, dir: string, { from, to }: Range): Promise<string[]> {
  const at = { cwd: dir }
  const plain = ['--name-only', '--no-renames', '--ignore-submodules=all', '-z']
  const written = new Set(await git.lines(['diff', ...plain, from, to]))
  const dirty = await git.lines(['diff', ...plain, 'HEAD'], at)
  const staged = await git.lines(['diff', '--cached', ...plain, 'HEAD'], at)
  const others = await git.lines(['ls-files', '--others', '-z'], at)
  return [...new Set([...dirty, ...staged, ...others])].filter((path) => covers(written, path))
}

/** A file also blocks a folder of the same name, and vice versa. */
function covers(written: ReadonlySet<string>, path: string): boolean {
  if (written.has(path)) return true
  const parts = path.split('/')
  if (parts.some((_, count) => count > 0 && written.has(parts.slice(0, count).join('/'))))
    return true
  for (const one of written) if (one.startsWith(`${path}/`)) return true
  return false
}

interface Sources {
  /** Already as in the new base. */
  arrived: string[]
  /** As the host copied them, or as an earlier attempt left them. */
  ours: string[]
  theirs: string[]
}

interface OverlappingPaths {
  paths: readonly string[]
  copied: string
  to: string
  hasCrashed: boolean
}

async function sortBySource(
  git: WritingGit,
  dir: string,
  { paths, copied, to, hasCrashed }: OverlappingPaths,
): Promise<Sources> {
  const found: Sources = { arrived: [], ours: [], theirs: [] }
  for (const path of paths) {
    const isThere = lstatSync(join(dir, path), { throwIfNoEntry: false }) !== undefined
    const [wanted, copy] = [await git.find(`${to}:${path}`), await git.find(`${copied}:${path}`)]
    if (!isThere) {
      if (wanted === null) found.arrived.push(path)
      else (hasCrashed ? found.ours : found.theirs).push(path)
      continue
    }
    const now = await hashOf(git, dir, path)
    if (wanted !== null && now.filtered === wanted) found.arrived.push(path)
    else if (copy !== null && now.plain === copy) found.ours.push(path)
    else if (hasCrashed && (await isBeginningOf(git, { dir, path }, wanted))) found.ours.push(path)
    else found.theirs.push(path)
  }
  return found
}

async function hashOf(git: WritingGit, dir: string, path: string) {
  const at = { cwd: dir }
  if (lstatSync(join(dir, path)).isSymbolicLink()) {
    const input = readlinkSync(join(dir, path), 'buffer')
    const link = await git.text(['hash-object', '--stdin'], { input })
    return { plain: link, filtered: link }
  }
  const [plain, filtered] = await Promise.all([
    git.run(['hash-object', '--no-filters', '--', path], at),
    git.run(['hash-object', `--path=${path}`, '--', path], at),
  ])
  return {
    plain: plain.out.toString('utf8').trim(),
    filtered: filtered.out.toString('utf8').trim(),
  }
}

const MAX_READ_MB = 256

/** True if git was killed while it wrote the file. */
export async function isBeginningOf(
  git: WritingGit,
  { dir, path }: { dir: string; path: string },
  blob: string | null,
): Promise<boolean> {
  const file = join(dir, path)
  const stat = lstatSync(file)
  if (blob === null || !stat.isFile() || stat.size > MAX_READ_MB * 1024 * 1024) return false
  const content = readOwnBytes(file, { limitMb: MAX_READ_MB, below: dir })
  const whole = await git.must(['cat-file', 'blob', blob])
  return whole.subarray(0, content.length).equals(content)
}

/** Stages the files as they are in `to`, so that git finds them already merged. */
async function stageArrived(
  git: WritingGit,
  dir: string,
  { paths, to }: { paths: readonly string[]; to: string },
): Promise<void> {
  if (paths.length === 0) return
  const lines: string[] = []
  for (const path of paths) {
    const [entry = ''] = await git.lines(['ls-tree', '-z', '--full-tree', to, '--', path])
    const [mode = '', , hash = ''] = (entry.split('\t')[0] ?? '').split(' ')
    lines.push(hash === '' ? `0 ${git.noObject}\t${path}\0` : `${mode} ${hash}\t${path}\0`)
  }
  await git.must(['update-index', '-z', '--index-info'], { cwd: dir, input: lines.join('') })
  await git.run(['update-index', '-q', '--refresh'], { cwd: dir })
}

/** Safe to remove: each of them is in the item's first commit, byte for byte. */
async function clearOurs(
  git: WritingGit,
  dir: string,
  { paths, from }: { paths: readonly string[]; from: string },
): Promise<void> {
  for (const path of paths) {
    const isTracked = (await git.find(`${from}:${path}`)) !== null
    if (isTracked)
      await git.must(['checkout', '--quiet', from, '--', `:(top,literal)${path}`], { cwd: dir })
    else {
      await git.run(['rm', '--quiet', '--cached', '--', `:(top,literal)${path}`], { cwd: dir })
      removeFile(join(dir, path), dir)
    }
  }
}

async function putBack(
  git: WritingGit,
  dir: string,
  { paths, copied }: { paths: readonly string[]; copied: string },
): Promise<void> {
  for (const path of paths) {
    const { code, out } = await git.run(['cat-file', 'blob', `${copied}:${path}`])
    if (code === 0) replaceFile(join(dir, path), out, { mode: 0o644, below: dir })
  }
}
