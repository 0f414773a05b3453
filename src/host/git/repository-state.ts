import type { RepositoryState } from '../../contracts/views/settings-view.ts'
import { GitMissing, gitIn } from './run-git.ts'

/** Specs, logs and settings of ours are no changes of the user. */
const PATHS = ['.', ':(exclude).kiro']
/** A submodule's own configuration could run a program when it is looked into. */
const PLAIN = ['--porcelain', '--untracked-files=normal', '--ignore-submodules=dirty']

/** What git knows about the folder; nothing is written. */
export async function repositoryState(
  dir: string,
  env: NodeJS.ProcessEnv,
): Promise<RepositoryState> {
  try {
    const git = await gitIn(dir, env)
    if (git === null) return 'not-a-repository'
    const inside = await git('rev-parse', '--is-inside-work-tree')
    if (inside.code !== 0 || inside.text.trim() !== 'true') return 'not-a-repository'
    const head = await git('rev-parse', '--verify', '--quiet', 'HEAD')
    if (head.code !== 0) return 'no-commit'
    const status = await git('status', ...PLAIN, '--', ...PATHS)
    return status.text === '' ? 'clean' : 'dirty'
  } catch (error) {
    if (error instanceof GitMissing) return 'no-git'
    throw error
  }
}
