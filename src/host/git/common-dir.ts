import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/errno.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { stateFolder } from '../project/state-folder.ts'

/**
 * What the working trees of a repository share, except for configuration, hooks and remotes. Git
 * reads the HEAD of the main one there.
 */
const SHARED = [
  'HEAD',
  'info',
  'logs',
  'objects',
  'packed-refs',
  'refs',
  'reftable',
  'shallow',
  'worktrees',
]

interface OwnCommonDir {
  /** The repository's. */
  commonDir: string
  config: string
  env: NodeJS.ProcessEnv
}

/**
 * A folder that git takes for the shared one of a repository (`GIT_COMMON_DIR`): everything in it
 * is the repository's, except for the configuration, which is ours. It lies in the user's state
 * folder, where no repository and no confined agent can write, and never changes.
 */
export function ownCommonDir({ commonDir, config, env }: OwnCommonDir): string {
  const folder = join(stateFolder(env), 'git')
  const name = hash('sha256', JSON.stringify([commonDir, config]), 'hex').slice(0, 24)
  const dir = join(folder, name)
  if (existsSync(dir)) return dir
  preparePersonalFolder(folder)
  forgetGone(folder)
  const temporary = `${dir}.${process.pid}.tmp`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { mode: 0o700 })
  for (const shared of SHARED) symlinkSync(join(commonDir, shared), join(temporary, shared))
  writeFileSync(join(temporary, 'config'), config, { mode: PERSONAL_MODE })
  try {
    renameSync(temporary, dir)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(errnoOf(error) ?? '')) throw error
    // Another process has just made the same.
    rmSync(temporary, { recursive: true, force: true })
  }
  return dir
}

/** Removes what was made for repositories that are no longer there. */
function forgetGone(folder: string): void {
  for (const name of readdirSync(folder))
    if (!existsSync(join(folder, name, 'objects')) && !name.endsWith('.tmp'))
      rmSync(join(folder, name), { recursive: true, force: true })
}
