import type { Rejection } from '../../contracts/rejections.ts'
import { baseOf, openRepository } from '../git/repository.ts'
import { baseWords, repositoryWords } from './findings.ts'

interface Place {
  folders: { projectDir: string }
  env: NodeJS.ProcessEnv
  settings: { delivery: { baseBranch: string | null } }
}

/** Why git could not make a worktree here, as far as that can be known before code begins. */
export async function worktreeRefusal({
  folders,
  env,
  settings,
}: Place): Promise<Rejection | null> {
  const { projectDir } = folders
  const repository = await openRepository(projectDir, { env })
  const refused = (detail: string): Rejection => ({ code: 'GIT_REFUSED', detail })
  if ('problem' in repository) return refused(repositoryWords(repository, projectDir))
  if (repository.prefix !== '')
    return refused(
      `${projectDir} is a folder inside the repository ${repository.top}: open ${repository.top} as the project`,
    )
  const base = await baseOf(repository.git, settings.delivery.baseBranch)
  return 'problem' in base ? refused(baseWords(base)) : null
}
