import type { WorkItem } from '../../contracts/work-item.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { safeName } from '../../host/items/safe-name.ts'
import { readyRef, workRef } from '../../host/workspaces/git-context.ts'
import { conflictRef } from '../git/carried-conflict.ts'
import type { RefMove } from '../git/branch-push.ts'

/** Refs besides its branch that an item's next act needs, on whichever worker that runs. */
export const ownRefPatterns = (item: WorkItem): string[] => [
  workRef(item),
  readyRef(item),
  conflictRef(item),
  `refs/sdd/saved/${item.kind}/${safeName(item.name)}/*`,
]

/** Makes the local refs match those of the repository. */
export async function takeOwnRefs(
  git: WritingGit,
  { repository, item }: { repository: string; item: WorkItem },
  there: ReadonlyMap<string, string>,
): Promise<void> {
  for (const ref of (await localRefs(git, item)).keys())
    if (!there.has(ref)) await git.must(['update-ref', '-d', ref])
  if (there.size === 0) return
  const specs = [...there.keys()].map((ref) => `+${ref}:${ref}`)
  await git.must(['fetch', '--quiet', '--no-tags', '--', repository, ...specs], { isRemote: true })
}

/** The moves that make the repository's refs match the local ones. */
export async function movedOwnRefs(
  git: WritingGit,
  item: WorkItem,
  there: ReadonlyMap<string, string>,
): Promise<RefMove[]> {
  const now = await localRefs(git, item)
  const gone = [...there.keys()].filter((ref) => !now.has(ref))
  const changed = [...now].filter(([ref, commit]) => there.get(ref) !== commit)
  return [...changed.map(([ref, to]) => ({ ref, to })), ...gone.map((ref) => ({ ref, to: null }))]
}

async function localRefs(git: WritingGit, item: WorkItem): Promise<Map<string, string>> {
  const format = '--format=%(refname) %(objectname)'
  const text = await git.text(['for-each-ref', format, ...ownRefPatterns(item)])
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [ref = '', commit = ''] = line.split(' ')
      return [ref, commit]
    }),
  )
}
