import type { WorkItem } from '../../contracts/work-item.ts'
import { applyOntoBase } from '../../host/git/onto-base.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import { writeTreeFiles } from '../../host/git/tree-files.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { safeName } from '../../host/items/safe-name.ts'
import {
  conflictNoteSchema,
  contentOf,
  readNote,
  writeNote,
} from '../../host/workspaces/deploy/conflict-note.ts'
import { isHostFile } from '../../host/workspaces/git-context.ts'

/** A commit with the conflicted files as they are now; its message says how the conflict arose. */
export const conflictRef = ({ kind, name }: WorkItem): string =>
  `refs/sdd/conflict/${kind}/${safeName(name)}`

interface Place {
  git: WritingGit
  item: WorkItem
  scratch: string
}

/**
 * Saves the conflict for the next step, on whichever worker that runs. False for a rebase: it may
 * stop many times, and its position cannot be stored in a commit.
 */
export async function keepConflict({ git, item, scratch }: Place): Promise<boolean> {
  const note = await readNote(git, scratch)
  if (note === null || note.strategy === 'rebase') return false
  const commit = await commitTree(git, await contentOf(git, scratch), {
    parents: [note.base, note.tip],
    message: JSON.stringify(note),
  })
  await git.must(['update-ref', conflictRef(item), commit])
  return true
}

export async function dropConflict({ git, item }: Omit<Place, 'scratch'>): Promise<void> {
  await git.run(['update-ref', '-d', conflictRef(item)])
}

/** Repeats the merge, which stops at the same conflict, then restores what agents made of it. */
export async function restoreConflict({ git, item, scratch }: Place): Promise<void> {
  const commit = await git.find(`${conflictRef(item)}^{commit}`)
  if (commit === null) return
  const text = await git.text(['show', '--no-patch', '--format=%B', commit])
  const note = conflictNoteSchema.parse(JSON.parse(text))
  const brought = await applyOntoBase(git, { ...note, scratch, isLeft: isHostFile })
  if (brought.state === 'ready') return
  await writeNote(git, scratch, note)
  await writeDifference(git, { scratch, from: await contentOf(git, scratch), to: commit })
}

interface Difference {
  scratch: string
  from: string
  to: string
}

/** Only files: git's merge state stays. */
async function writeDifference(git: WritingGit, { scratch, from, to }: Difference): Promise<void> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]
  const words = await git.lines(args)
  const changes = Array.from({ length: words.length / 2 }, (_, at) => {
    const [, mode = '', , blob = ''] = (words[at * 2] ?? '').split(' ')
    return { mode, blob, path: words[at * 2 + 1] ?? '' }
  })
  await writeTreeFiles(git, scratch, changes)
}
