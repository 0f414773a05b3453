import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/errno.ts'
import { GitMissing, NoRepository } from '../git/git-ground.ts'
import { GitFailed } from '../git/git-process.ts'
import { gitIn } from '../git/run-git.ts'

/** The host itself writes these while a question is answered. */
const HOST_FILES = /(^|\/)(event-log\.jsonl|spec\.json|bug\.json|comments\.json)$/
const PATHS = ['.', ':(exclude).kiro/runtime', ':(exclude).kiro/worktrees'] as const
const FLAGS = [
  '--porcelain',
  '-z',
  '--no-renames',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
] as const

export type TreeState = ReadonlyMap<string, string>

/** Every file that differs from HEAD, with a stamp of its content; null without git. */
export async function treeState(dir: string, env: NodeJS.ProcessEnv): Promise<TreeState | null> {
  try {
    const git = await gitIn(dir, env)
    if (git === null) return null
    const status = await git('status', ...FLAGS, '--', ...PATHS)
    if (status.code !== 0 || status.truncated) return null
    const head = await git('rev-parse', '--verify', '--quiet', 'HEAD')
    // Git names files as seen from the top of the repository, which may be above this folder.
    const prefix = (await git('rev-parse', '--show-prefix')).text.replace(/\n$/, '')
    const state = new Map([['', head.text.trim()]])
    for (const entry of status.text.split('\0')) {
      const path = entry.slice(3 + prefix.length)
      if (path === '' || HOST_FILES.test(path)) continue
      state.set(path, `${entry.slice(0, 2)} ${stampOf(join(dir, path))}`)
    }
    return state
  } catch (error) {
    const isGit =
      error instanceof GitMissing || error instanceof NoRepository || error instanceof GitFailed
    if (isGit) return null
    throw error
  }
}

function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
  } catch (error) {
    return errnoOf(error) ?? 'unreadable'
  }
}

/** The files that changed; `.git` stands for a commit or a checkout. */
export function changedBetween(before: TreeState | null, after: TreeState | null): string[] | null {
  if (before === null || after === null) return null
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => (path === '' ? '.git' : path))
    .sort()
}
