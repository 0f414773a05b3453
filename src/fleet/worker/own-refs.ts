import type { WorkItem } from '../../contracts/work-item.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { safeName } from '../../host/items/safe-name.ts'
import { readyRef, workRef } from '../../host/workspaces/git-context.ts'
import { OWN_REFS, type OwnRefs } from '../gateway/worker-calls.ts'
import { conflictRef } from '../git/carried-conflict.ts'
import type { RefMove } from '../git/branch-push.ts'
import { fetchChecked } from '../git/checked-fetch.ts'

const NAMES: Readonly<Record<(typeof OWN_REFS)[number], (item: WorkItem) => string>> = {
  work: workRef,
  ready: readyRef,
  conflict: conflictRef,
}

/** Nothing is done by them: they only keep what people may want back. */
const savedPattern = ({ kind, name }: WorkItem): string =>
  `refs/sdd/saved/${kind}/${safeName(name)}/*`

/** Refs besides its branch that an item's next act needs, on whichever worker that runs. */
export const ownRefPatterns = (item: WorkItem): string[] => [
  ...OWN_REFS.map((name) => NAMES[name](item)),
  savedPattern(item),
]

interface OwnRefsWanted {
  repository: string
  item: WorkItem
  /** As the item's last step left them; null when an earlier version did not say. */
  refs: OwnRefs | null
}

/**
 * Makes the local refs those that the item's last step left. Whoever may push can move the
 * repository's; only the database says which commits count.
 */
export async function takeOwnRefs(
  git: WritingGit,
  { repository, item, refs }: OwnRefsWanted,
  there: ReadonlyMap<string, string>,
): Promise<void> {
  const wanted = refs === null ? new Map(there) : wantedRefs(item, refs, there)
  for (const ref of (await localRefs(git, item)).keys())
    if (!wanted.has(ref)) await git.must(['update-ref', '-d', ref])
  if (wanted.size === 0) return
  const specs = Array.from(wanted, ([ref, commit]) =>
    there.get(ref) === commit ? `+${ref}:${ref}` : `+${commit}:${ref}`,
  )
  await fetchChecked(git, { repository, specs })
}

function wantedRefs(
  item: WorkItem,
  refs: OwnRefs,
  there: ReadonlyMap<string, string>,
): Map<string, string> {
  const named = new Set(OWN_REFS.map((name) => NAMES[name](item)))
  const saved = [...there].filter(([ref]) => !named.has(ref))
  const own = OWN_REFS.flatMap((name): [string, string][] => {
    const commit = refs[name]
    return commit === undefined ? [] : [[NAMES[name](item), commit]]
  })
  return new Map([...saved, ...own])
}

/** The moves that make the repository's refs match the local ones. */
export async function movedOwnRefs(
  git: WritingGit,
  item: WorkItem,
  there: ReadonlyMap<string, string>,
): Promise<{ moves: RefMove[]; refs: OwnRefs }> {
  const now = await localRefs(git, item)
  const gone = [...there.keys()].filter((ref) => !now.has(ref))
  const changed = [...now].filter(([ref, commit]) => there.get(ref) !== commit)
  const moves = [
    ...changed.map(([ref, to]) => ({ ref, to })),
    ...gone.map((ref) => ({ ref, to: null })),
  ]
  const refs: OwnRefs = {}
  for (const name of OWN_REFS) {
    const commit = now.get(NAMES[name](item))
    if (commit !== undefined) refs[name] = commit
  }
  return { moves, refs }
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
