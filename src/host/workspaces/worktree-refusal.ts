import type { Finding } from '../../contracts/asked/findings.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { baseOf, openRepository } from '../git/repository.ts'
import { ofBase, ofRepository } from './findings.ts'

interface Place {
  folders: { projectDir: string }
  env: NodeJS.ProcessEnv
  settings: { delivery: { baseBranch: string | null } }
}

/** Why git could not create a worktree here, as far as that is known before code is written. */
export async function worktreeRefusal({
  folders,
  env,
  settings,
}: Place): Promise<Rejection | null> {
  const { projectDir } = folders
  const repository = await openRepository(projectDir, { env })
  const refused = (finding: Finding): Rejection => ({ code: 'GIT_REFUSED', ...withDetail(finding) })
  if ('problem' in repository) return refused(ofRepository(repository, projectDir))
  if (repository.prefix !== '')
    return refused({
      problem: 'inside-repository',
      values: { dir: projectDir, top: repository.top },
    })
  const base = await baseOf(repository.git, settings.delivery.baseBranch)
  return 'problem' in base ? refused(ofBase(base)) : null
}
