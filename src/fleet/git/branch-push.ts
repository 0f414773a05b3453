import { GitFailed, type WritingGit } from '../../host/git/writing-git.ts'

/** The branch is another attempt's by now. */
export class PushRefused extends Error {}

export interface RefMove {
  ref: string
  /** Null: it goes. */
  to: string | null
  /** What has to be there for it; null: nothing. Left out: whatever is there. */
  expected?: string | null
}

/**
 * All of them or none. By its address: under the name of a remote, git would also move what a fetch
 * moves meanwhile.
 */
export async function pushRefs(
  git: WritingGit,
  repository: string,
  moves: readonly RefMove[],
): Promise<void> {
  const leases = moves.flatMap(({ ref, expected }) =>
    expected === undefined ? [] : [`--force-with-lease=${ref}:${expected ?? ''}`],
  )
  const specs = moves.map(
    ({ ref, to, expected }) => `${expected === undefined ? '+' : ''}${to ?? ''}:${ref}`,
  )
  try {
    await git.must(['push', '--quiet', '--atomic', ...leases, '--', repository, ...specs], {
      isRemote: true,
    })
  } catch (error) {
    if (error instanceof GitFailed && /stale info|rejected/.test(error.errors))
      throw new PushRefused(moves[0]?.ref, { cause: error })
    throw error
  }
}

/** What is there now, by name. */
export async function remoteRefs(
  git: WritingGit,
  repository: string,
  patterns: readonly string[],
): Promise<Map<string, string>> {
  const args = ['ls-remote', '--quiet', '--', repository, ...patterns]
  const text = await git.text(args, { isRemote: true })
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [commit = '', ref = ''] = line.split('\t')
      return [ref, commit]
    }),
  )
}
