import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { GitMissing, gitIn } from '../git/run-git.ts'

/** The host itself writes these while a question is answered. */
const HOST_FILES = /(^|\/)(event-log\.jsonl|spec\.json|bug\.json|comments\.json)$/
const PATHS = ['.', ':(exclude).kiro/runtime', ':(exclude).kiro/worktrees'] as const
const FLAGS = ['--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=dirty'] as const

export type TreeState = ReadonlyMap<string, string>

/** Every file that differs from HEAD, with a stamp of its content; null without git. */
export async function treeState(dir: string, env: NodeJS.ProcessEnv): Promise<TreeState | null> {
  try {
    const git = await gitIn(dir, env)
    const status = git === null ? null : await git('status', ...FLAGS, '--', ...PATHS)
    const head = git === null ? null : await git('rev-parse', '--verify', '--quiet', 'HEAD')
    if (status === null || status.code !== 0 || status.truncated) return null
    const state = new Map([['', head?.text.trim() ?? '']])
    for (const entry of status.text.split('\0')) {
      const path = entry.slice(3)
      if (path !== '' && !HOST_FILES.test(path)) state.set(path, stampOf(dir, entry))
    }
    return state
  } catch (error) {
    if (error instanceof GitMissing) return null
    throw error
  }
}

function stampOf(dir: string, entry: string): string {
  const stat = lstatSync(join(dir, entry.slice(3)), { bigint: true, throwIfNoEntry: false })
  return stat === undefined
    ? entry.slice(0, 2)
    : `${entry.slice(0, 2)} ${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
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
