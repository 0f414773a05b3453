import type { RepositoryState } from '../../contracts/views/settings-view.ts'
import { GitMissing, NoRepository } from './git-ground.ts'
import { GitFailed } from './git-process.ts'
import { gitIn } from './run-git.ts'

/** Our own specs, logs and settings do not count as the user's changes. */
const PATHS = ['.', ':(exclude).kiro']
/** Submodules are not inspected: their configuration could run a program. */
const PLAIN = ['--porcelain', '--untracked-files=normal', '--ignore-submodules=dirty']

/** What git knows about the folder; nothing is written. */
export async function repositoryState(
  dir: string,
  env: NodeJS.ProcessEnv,
): Promise<RepositoryState> {
  try {
    const git = await gitIn(dir, env)
    if (git === null) return 'not-a-repository'
    const head = await git('rev-parse', '--verify', '--quiet', 'HEAD')
    if (head.code !== 0) return 'no-commit'
    const status = await git('status', ...PLAIN, '--', ...PATHS)
    return status.text === '' ? 'clean' : 'dirty'
  } catch (error) {
    if (error instanceof GitMissing) return 'no-git'
    if (error instanceof NoRepository || error instanceof GitFailed) return 'unusable'
    throw error
  }
}
