import { checkoutOf } from '../workspaces/live-folder.ts'
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { err, ok, type Result } from '../../contracts/result.ts'

export interface Person {
  home: string
  /** Null on systems without file owners. */
  uid: number | null
}

/** Why a folder is only used as a project if the user names it. */
export interface NotTaken {
  dir: string
  why: 'home' | 'foreign' | 'open-to-all'
}

export const personOf = (env: NodeJS.ProcessEnv): Person => ({
  home: env['HOME'] || homedir(),
  uid: process.getuid?.() ?? null,
})

/**
 * The nearest folder upward with `.kiro`, else the git root, else `from` itself. Searches within
 * the git root, without one below the home folder, otherwise not upward at all: `~/.kiro` belongs
 * to Kiro itself, and what others can put above a folder must not decide what runs in it.
 */
export function findProject(from: string, person: Person): Result<string, NotTaken> {
  const start = outsideWorktrees(realPath(from))
  const home = realPath(person.home)
  const why = reasonAgainst(start, { home, uid: person.uid })
  if (why !== null) return err({ dir: start, why })
  const upward = foldersUpward(start, { home, uid: person.uid })
  const root = upward.findIndex((folder) => exists(join(folder, '.git')))
  const isBelowHome = start.startsWith(home + sep)
  const within = upward.slice(0, root === -1 ? (isBelowHome ? upward.length : 1) : root + 1)
  const withSpecs = within.find((folder) => exists(join(folder, '.kiro')))
  return ok(withSpecs ?? upward[root] ?? start)
}

export function findGitRoot(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    if (exists(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return null
  }
}

/** A worktree contains a copy of `.kiro`, but its specs are those of the main checkout. */
export function outsideWorktrees(path: string): string {
  const inside = `${path}${sep}`.indexOf(`${sep}.kiro${sep}worktrees${sep}`)
  if (inside !== -1) return path.slice(0, inside) || sep
  const top = findGitRoot(path)
  return (top === null ? null : checkoutOf(realPath(top))) ?? path
}

function foldersUpward(start: string, person: Person): string[] {
  const folders = []
  for (let folder = start; reasonAgainst(folder, person) === null; folder = dirname(folder)) {
    folders.push(folder)
    if (dirname(folder) === folder) break
  }
  return folders
}

const OTHERS_MAY_WRITE = 0o002

function reasonAgainst(dir: string, { home, uid }: Person): NotTaken['why'] | null {
  if (dir === home) return 'home'
  const stat = statSync(dir, { throwIfNoEntry: false })
  if (stat === undefined || uid === null) return null
  if (stat.uid !== uid) return 'foreign'
  return (stat.mode & OTHERS_MAY_WRITE) === 0 ? null : 'open-to-all'
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
