import { GitFailed } from '../../host/git/git-process.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { repositoryAddress } from '../../host/git/repository-address.ts'

/** The branch belongs to another attempt by now. */
export class PushRefused extends Error {}

/** The repository itself refuses it: a protected branch, a hook. */
export class PushDeclined extends Error {
  constructor(ref: string, errors: string) {
    super(`the repository does not take a push to ${ref}: ${errors.trim()}`)
  }
}

export interface RefMove {
  ref: string
  /** Null deletes it. */
  to: string | null
  /** What must be there before; null: nothing. When left out, anything may be there. */
  expected?: string | null
}

/** Another push holds a lock at this moment: trying again may work. */
const LOCKED_BY_ANOTHER =
  /cannot lock ref|failed to (?:lock|update ref)|unable to create '[^']*\.lock'/i

/**
 * All of them or none. Pushes to the URL: with the name of a remote, git would also update the
 * tracking refs, which a fetch may be moving at the same time.
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
    const { address, ...login } = repositoryAddress(repository)
    await git.must(['push', '--quiet', '--atomic', ...leases, '--', address, ...specs], {
      isRemote: true,
      ...login,
    })
  } catch (error) {
    if (!(error instanceof GitFailed) || !/stale info|rejected/.test(error.errors)) throw error
    const now = await remoteRefs(git, repository, refsOf(moves))
    const isMoved = moves.some(
      ({ ref, expected }) => expected !== undefined && (now.get(ref) ?? null) !== expected,
    )
    if (isMoved) throw new PushRefused(moves[0]?.ref, { cause: error })
    if (LOCKED_BY_ANOTHER.test(error.errors)) throw error
    throw new PushDeclined(refsOf(moves).join(', '), error.errors)
  }
}

/** Waits before the next try, `before` being 0 the first time; rejects to give up. */
export type Away = (before: number, error: Error) => Promise<void>

/** Retries until `away` gives up: an unreachable repository must not cost a step's work. */
export async function pushWithRetries(
  git: WritingGit,
  repository: string,
  { moves, away }: { moves: readonly RefMove[]; away: Away },
): Promise<void> {
  for (let before = 0; ; before++) {
    try {
      // The answer to the previous push may have been lost.
      if (before > 0 && (await areMade(git, repository, moves))) return
      return await pushRefs(git, repository, moves)
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error
      await away(before, error)
    }
  }
}

async function areMade(
  git: WritingGit,
  repository: string,
  moves: readonly RefMove[],
): Promise<boolean> {
  const now = await remoteRefs(git, repository, refsOf(moves))
  return moves.every(({ ref, to }) => (now.get(ref) ?? null) === to)
}

const refsOf = (moves: readonly RefMove[]): string[] => moves.map(({ ref }) => ref)

/** The current commits, by ref name. */
export async function remoteRefs(
  git: WritingGit,
  repository: string,
  patterns: readonly string[],
): Promise<Map<string, string>> {
  const { address, ...login } = repositoryAddress(repository)
  const args = ['ls-remote', '--quiet', '--', address, ...patterns]
  const text = await git.text(args, { isRemote: true, ...login })
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [commit = '', ref = ''] = line.split('\t')
      return [ref, commit]
    }),
  )
}
