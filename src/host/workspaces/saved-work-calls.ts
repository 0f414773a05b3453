import { withDetail } from '../../core/words/finding-words.ts'
import { isAbsolute } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { SavedContent, SavedView } from '../../contracts/views/saved-view.ts'
import { itemWithSafeName } from '../items/by-safe-name.ts'
import { openRepository } from '../git/repository.ts'
import {
  branchFromSaved,
  dropSaved,
  isSavedRef,
  listSaved,
  RestoreRefused,
  restoreSaved,
  savedDiff,
  type SavedWork,
} from '../git/saved-work.ts'
import { GitFailed } from '../git/git-process.ts'
import type { WritingGit } from '../git/writing-git.ts'
import { ofRepository } from './findings.ts'

interface Place {
  folders: { projectDir: string }
  env: NodeJS.ProcessEnv
}

type Answer<T> = Promise<Result<T, Rejection>>

export const listSavedWork = (place: Place): Answer<SavedView[]> =>
  withGit(place, async (git) =>
    ok((await listSaved(git)).flatMap((saved) => viewOf(place, saved) ?? [])),
  )

export const showSavedWork = (place: Place, ref: string): Answer<SavedContent> =>
  withSaved(place, ref, async (git, saved) => {
    const view = viewOf(place, saved)
    if (view === null) return err({ code: 'NO_SAVED_WORK', ref })
    return ok({ ...view, ...(await savedDiff(git, ref)) })
  })

/** Restores it as a new branch. */
export const restoreSavedBranch = (place: Place, ref: string): Answer<{ branch: string }> =>
  withSaved(place, ref, async (git) => {
    const branch = await freeBranch(git, ref)
    await branchFromSaved(git, ref, branch)
    return ok({ branch })
  })

/** The name of the branch that a restore would make now; null when there is nothing to restore. */
export async function branchToRestore(place: Place, ref: string): Promise<string | null> {
  const free = await withSaved(place, ref, async (git) => ok(await freeBranch(git, ref)))
  return free.ok ? free.value : null
}

export async function isRestoredAs(place: Place, ref: string, branch: string): Promise<boolean> {
  const found = await withSaved(place, ref, async (git, { commit }) =>
    ok((await git.find(`refs/heads/${branch}`)) === commit),
  )
  return found.ok && found.value
}

async function freeBranch(git: WritingGit, ref: string): Promise<string> {
  const name = ref.replace('refs/sdd/saved/', 'saved/')
  let branch = name
  for (let number = 2; (await git.find(`refs/heads/${branch}`)) !== null; number++)
    branch = `${name}-${number}`
  return branch
}

/** Restores it into a folder that is missing or empty. */
export const restoreSavedFolder = (
  place: Place,
  { ref, dir }: { ref: string; dir: string },
): Answer<{ dir: string; files: number }> =>
  withSaved(place, ref, async (git) => {
    if (!isAbsolute(dir)) return err({ code: 'NOT_A_FOLDER', path: dir })
    try {
      return ok({ dir, files: await restoreSaved(git, ref, dir) })
    } catch (error) {
      if (error instanceof RestoreRefused) return err({ code: 'FOLDER_NOT_EMPTY', path: dir })
      throw error
    }
  })

export const dropSavedWork = (place: Place, ref: string): Answer<null> =>
  withSaved(place, ref, async (git, saved) => {
    await dropSaved(git, saved)
    return ok(null)
  })

async function withGit<T>({ folders, env }: Place, act: (git: WritingGit) => Answer<T>): Answer<T> {
  const repository = await openRepository(folders.projectDir, { env })
  if ('problem' in repository)
    return err({ code: 'GIT_REFUSED', ...withDetail(ofRepository(repository, folders.projectDir)) })
  try {
    return await act(repository.git)
  } catch (error) {
    if (error instanceof GitFailed) return err({ code: 'GIT_REFUSED', detail: error.message })
    throw error
  }
}

const withSaved = <T>(
  place: Place,
  ref: string,
  act: (git: WritingGit, saved: SavedWork) => Answer<T>,
): Answer<T> =>
  withGit(place, async (git) => {
    const saved = isSavedRef(ref)
      ? (await listSaved(git)).find((one) => one.ref === ref)
      : undefined
    return saved === undefined ? err({ code: 'NO_SAVED_WORK', ref }) : act(git, saved)
  })

function viewOf({ folders }: Place, { ref, why, at }: SavedWork): SavedView | null {
  const [, , , kind, name = ''] = ref.split('/')
  const item = kind === 'spec' || kind === 'bug' ? itemWithSafeName(folders, kind, name) : null
  return item === null ? null : { ref, item, why, at }
}
