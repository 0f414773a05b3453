import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Env } from '../agents/drivers/driver.ts'
import { findGitRoot, personOf } from '../project/find-project.ts'
import { mainCheckoutOf } from '../workspaces/live-folder.ts'
import { isAbsent } from './acting-files.ts'

/** The folders around a working folder in which agents' programs look as well. */
export interface FoldersAround {
  /** Above it, within its git repository; without one, all above. Nearest first. */
  repository: string[]
  /** Above the repository. */
  beyond: string[]
  /** The main checkout, if it is a worktree of git. */
  main: string | null
}

export function foldersAround(dir: string): FoldersAround {
  const real = realOf(dir)
  const above = foldersAbove(real)
  const root = findGitRoot(real)
  if (root === null) return { repository: above, beyond: [], main: null }
  const end = above.indexOf(root) + 1
  const main = mainCheckoutOf(root)
  return {
    repository: above.slice(0, end),
    beyond: above.slice(end),
    main: main === real || main === root ? null : main,
  }
}

/** Nearest first. */
export function foldersAbove(dir: string): string[] {
  const parent = dirname(dir)
  return parent === dir ? [] : [parent, ...foldersAbove(parent)]
}

/** The home folder without links. */
export function homeOf(env: Env): string {
  return realOf(personOf(env as NodeJS.ProcessEnv).home)
}

/** The same path if there is nothing. */
const realOf = (path: string): string => (isAbsent(path) ? path : realpathSync.native(path))

/** Whether a file or folder is in `dir` or above, except in the user's home folder. */
export function isNear(dir: string, path: string, env: Env): boolean {
  const home = homeOf(env)
  const real = realOf(dir)
  return [real, ...foldersAbove(real)].some(
    (folder) => folder !== home && !isAbsent(join(folder, path)),
  )
}
