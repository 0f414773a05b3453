import type { Setting } from '../../host/git/git-ground.ts'
import { GitFailed } from '../../host/git/git-process.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { repositoryAddress } from '../../host/git/repository-address.ts'

/** What git says of a commit that the repository does not have or does not serve. */
const GONE = /(?:not our ref|unadvertised object) ?([0-9a-f]{40,64})?/

/** The repository no longer has a commit that it once had. */
export class CommitGone extends Error {
  constructor(commit: string) {
    super(
      `the repository no longer has ${commit}, the work of this item so far: its branch was set back or deleted there; push that commit to the branch again, then resume`,
    )
  }
}

const REFUSED = /^(?:error: object [0-9a-f]+: .*|fatal: fsck error .*)$/m

/** Someone pushed what git itself would not make, such as a tree that leads out of its folder. */
export class ObjectsRefused extends Error {
  constructor(said: string) {
    super(
      `the repository has objects that are not fetched (${said}): someone pushed them with a program of their own; delete the branch or ref that leads to them`,
    )
  }
}

/**
 * Everyone who may push to a repository chooses the bytes of its objects. Flaws of old commits that
 * no path and no program depends on are accepted.
 */
const CHECKED: readonly Setting[] = [
  ['fetch.fsckObjects', 'true'],
  ...[
    'badDate',
    'badDateOverflow',
    'badEmail',
    'badFilemode',
    'badName',
    'badTagName',
    'badTimezone',
    'extraHeaderEntry',
    'missingEmail',
    'missingNameBeforeEmail',
    'missingSpaceBeforeDate',
    'missingSpaceBeforeEmail',
    'missingTaggerEntry',
    'multipleAuthors',
    'nulInCommit',
    'zeroPaddedDate',
    'zeroPaddedFilemode',
  ].map((flaw): Setting => [`fetch.fsck.${flaw}`, 'ignore']),
]

interface Fetch {
  repository: string
  /** Refspecs, or commits. */
  specs: readonly string[]
  /** Removes the refs of the specs that the repository does not have. */
  prunes?: boolean
  settings?: readonly Setting[]
}

/** The only way objects come from a repository: each of them is checked before it is stored. */
export async function fetchChecked(
  git: WritingGit,
  { repository, specs, prunes = false, settings = [] }: Fetch,
): Promise<void> {
  const { address, ...login } = repositoryAddress(repository)
  const options = ['--quiet', '--no-tags', ...(prunes ? ['--prune'] : [])]
  try {
    await git.must(['fetch', ...options, '--', address, ...specs], {
      isRemote: true,
      ...login,
      settings: [...login.settings, ...CHECKED, ...settings],
    })
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error
    const [gone, commit = 'a commit'] = GONE.exec(error.errors) ?? []
    if (gone !== undefined) throw new CommitGone(commit)
    const refused = REFUSED.exec(error.errors)?.[0]
    throw refused === undefined ? error : new ObjectsRefused(refused)
  }
}
