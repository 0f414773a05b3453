import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readDocumentText } from '../files/own-files.ts'
import { BadConfig, lastOf, readConfigText, type ConfigEntry } from './config-text.ts'

/** A working tree and the folders in which git keeps its repository, all as real paths. */
export interface GitPlace {
  /** The top of the working tree; null in a bare repository. */
  top: string | null
  /** Of this working tree alone. */
  gitDir: string
  /** Shared by all working trees of the repository. */
  commonDir: string
}

export type PlaceProblem =
  | { problem: 'not-a-repository' }
  /** `.git` leads to a folder that knows nothing of it. */
  | { problem: 'led-elsewhere'; path: string; to: string }

/**
 * The repository around a folder. The host looks for it itself and tells git: left to find it, git
 * follows whatever `.git` says at that moment.
 */
export function findPlace(dir: string): GitPlace | PlaceProblem {
  const start = realOf(dir)
  if (start === null) return { problem: 'not-a-repository' }
  const { dev } = statSync(start)
  for (let folder = start; ; folder = dirname(folder)) {
    // Git stops at the border of a file system too.
    if (statSync(folder).dev !== dev) return { problem: 'not-a-repository' }
    const stat = statOf(join(folder, '.git'))
    if (stat !== null) return placeAt(folder, stat)
    if (folder === dirname(folder)) return { problem: 'not-a-repository' }
  }
}

export const barePlace = (dir: string): GitPlace => {
  const gitDir = realpathSync(dir)
  return { top: null, gitDir, commonDir: gitDir }
}

function placeAt(top: string, stat: Stats): GitPlace | PlaceProblem {
  const link = join(top, '.git')
  const elsewhere = (to: string): PlaceProblem => ({ problem: 'led-elsewhere', path: link, to })
  if (stat.isDirectory()) {
    const shared = lineOf(join(link, 'commondir'))
    return shared === null ? { top, gitDir: link, commonDir: link } : elsewhere(shared)
  }
  const named = stat.isFile() ? namedIn(link) : null
  if (named === null) return elsewhere(realOf(link) ?? 'nothing')
  const gitDir = realOf(resolve(top, named))
  if (gitDir === null) return elsewhere(named)
  return linkedPlace(top, gitDir) ?? submodulePlace(top, gitDir) ?? elsewhere(gitDir)
}

/** Git has made it with `git worktree add`: its folder for this working tree names it too. */
function linkedPlace(top: string, gitDir: string): GitPlace | null {
  const [back, shared] = [lineOf(join(gitDir, 'gitdir')), lineOf(join(gitDir, 'commondir'))]
  const commonDir = shared === null ? null : realOf(resolve(gitDir, shared))
  if (back === null || commonDir === null) return null
  const isBoth = realOf(resolve(gitDir, back)) === realOf(join(top, '.git'))
  const isOwn = dirname(gitDir) === join(commonDir, 'worktrees')
  return isBoth && isOwn ? { top, gitDir, commonDir } : null
}

/** The configuration of a submodule's repository names its working tree. */
function submodulePlace(top: string, gitDir: string): GitPlace | null {
  const place = { top, gitDir, commonDir: gitDir }
  const named = lastOf(entriesOf(place), 'core.worktree')
  return named !== null && realOf(resolve(gitDir, named)) === top ? place : null
}

/** Null unless both sides say so: `.git` there, and the repository. */
export function worktreePlace(commonDir: string, path: string): GitPlace | null {
  const top = realOf(path)
  const stat = top === null ? null : statOf(join(top, '.git'))
  const place = top === null || stat === null ? null : placeAt(top, stat)
  return place !== null && 'top' in place && place.commonDir === commonDir ? place : null
}

/** What the repository's own configuration says; never followed are its includes. */
export function entriesOf({ gitDir, commonDir }: GitPlace): ConfigEntry[] {
  const shared = entriesIn(join(commonDir, 'config'))
  const isApart = lastOf(shared, 'extensions.worktreeconfig')
  if (isApart === null || isApart === 'false') return shared
  const own = entriesIn(join(gitDir, 'config.worktree'))
  return [...shared, ...own.filter(({ section }) => OF_ONE_TREE.has(section))]
}

/** Sections that may differ between working trees; remotes and people do not. */
const OF_ONE_TREE: ReadonlySet<string> = new Set(['core', 'index', 'sparse'])

function entriesIn(file: string): ConfigEntry[] {
  if (statOf(file) === null) return []
  try {
    return readConfigText(readDocumentText(file))
  } catch (error) {
    throw error instanceof BadConfig ? new BadConfig(`${file}: ${error.message}`) : error
  }
}

/** Files and folders that git writes, through links where it finds some. */
const WRITTEN =
  /^(?:.*HEAD|.*_MSG|MERGE_.*|AUTO_MERGE|index|commondir|gitdir|locked|logs|objects|packed-refs|rebase-.*|refs|reftable|sequencer|shallow|worktrees)$/

/**
 * Something in git's own folders that is neither a file nor a folder, or null. Git would write
 * through a link into any file of the user, and wait for ever at a pipe.
 */
export function oddFileIn({ top, gitDir, commonDir }: GitPlace): string | null {
  for (const dir of new Set([gitDir, commonDir])) {
    for (const entry of entriesBelow(dir)) {
      const path = join(dir, entry.name)
      if (WRITTEN.test(entry.name) && isOdd(entry)) return path
      const odd = entry.isDirectory() ? oddBelow(path, DEPTHS[entry.name] ?? 0) : null
      if (odd !== null) return odd
    }
  }
  const patterns = entriesBelow(join(commonDir, 'info')).map(({ name }) =>
    join(commonDir, 'info', name),
  )
  const inTop = top === null ? [] : READ_AT_TOP.map((name) => join(top, name))
  return [...patterns, ...inTop].find(isPipe) ?? null
}

/** What git reads at the top of a working tree; deeper ones are too many to look at. */
const READ_AT_TOP = ['.gitattributes', '.gitignore', '.gitmodules', '.mailmap']

/** Neither a file nor a folder, even behind a link. */
function isPipe(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && !stat.isFile() && !stat.isDirectory()
}

/** How many levels of folders git writes into. */
const DEPTHS: Readonly<Record<string, number>> = { logs: Infinity, refs: Infinity, objects: 1 }

function oddBelow(dir: string, depth: number): string | null {
  if (depth === 0) return null
  for (const entry of entriesBelow(dir)) {
    const path = join(dir, entry.name)
    const odd = isOdd(entry) ? path : entry.isDirectory() ? oddBelow(path, depth - 1) : null
    if (odd !== null) return odd
  }
  return null
}

const isOdd = (entry: Dirent): boolean => !entry.isFile() && !entry.isDirectory()

function entriesBelow(dir: string): Dirent[] {
  return statOf(dir)?.isDirectory() === true ? readdirSync(dir, { withFileTypes: true }) : []
}

/**
 * The first of its folders that belongs to somebody else, or null. Git refuses to work there,
 * unless the user allows it with `safe.directory`: the owner could change it at any moment.
 */
export function foreignFolderOf(
  { top, gitDir, commonDir }: GitPlace,
  { users, safe }: { users: readonly number[]; safe: readonly string[] },
): string | null {
  const tops = [top, gitDir, dirname(gitDir)].filter((one) => one !== null)
  const allowed = safe.slice(safe.lastIndexOf('') + 1)
  const isAllowed = tops.some((one) =>
    allowed.some((rule) => rule === '*' || rule === one || isBelow(rule, one)),
  )
  if (isAllowed) return null
  const folders = [top, gitDir, commonDir].filter((one) => one !== null)
  return folders.find((one) => !users.includes(statSync(one).uid)) ?? null
}

/** `/home/me/*` allows everything below that folder. */
const isBelow = (rule: string, path: string): boolean =>
  rule.endsWith('/*') && path.startsWith(rule.slice(0, -1))

const namedIn = (file: string): string | null =>
  /^gitdir: (.+)$/.exec(lineOf(file) ?? '')?.[1] ?? null

/** Null where no such file can be read. */
export function lineOf(path: string): string | null {
  try {
    return readDocumentText(path).replace(/\r?\n$/, '')
  } catch {
    return null
  }
}

const statOf = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
