import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { applyOntoBase } from '../../host/git/onto-base.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { safeName } from '../../host/items/safe-name.ts'
import {
  conflictNoteSchema,
  contentOf,
  readNote,
  writeNote,
} from '../../host/workspaces/deploy/conflict-note.ts'
import { isHostFile } from '../../host/workspaces/git-context.ts'

/** A commit with the files of a conflict as they are now; its message says how it came about. */
export const conflictRef = ({ kind, name }: WorkItem): string =>
  `refs/sdd/conflict/${kind}/${safeName(name)}`

interface Place {
  git: WritingGit
  item: WorkItem
  scratch: string
}

/**
 * For the step that is next, on whichever worker that is. False for a rebase: it may stop many
 * times, and where it stands is nothing that a commit can hold.
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

/** The same merge once more stops at the same conflict; then what agents have made of it. */
export async function layConflict({ git, item, scratch }: Place): Promise<void> {
  const commit = await git.find(`${conflictRef(item)}^{commit}`)
  if (commit === null) return
  const text = await git.text(['show', '--no-patch', '--format=%B', commit])
  const note = conflictNoteSchema.parse(JSON.parse(text))
  const brought = await applyOntoBase(git, { ...note, scratch, isLeft: isHostFile })
  if (brought.state === 'ready') return
  await writeNote(git, scratch, note)
  await layDifference(git, { scratch, from: await contentOf(git, scratch), to: commit })
}

interface Difference {
  scratch: string
  from: string
  to: string
}

/** The files alone: what git knows of the merge stays. What goes goes first, a link above all. */
async function layDifference(git: WritingGit, { scratch, from, to }: Difference): Promise<void> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', from, to]
  const words = await git.lines(args)
  const changes = Array.from({ length: words.length / 2 }, (_, at) => {
    const [, mode = '', , blob = ''] = (words[at * 2] ?? '').split(' ')
    return { mode, blob, path: join(scratch, words[at * 2 + 1] ?? '') }
  })
  for (const { path } of changes) rmSync(path, { force: true, recursive: true })
  for (const { mode, blob, path } of changes) {
    if (mode === GONE || mode === REPOSITORY) continue
    mkdirSync(dirname(path), { recursive: true })
    const bytes = await git.must(['cat-file', 'blob', blob])
    if (mode === LINK) symlinkSync(bytes.toString('utf8'), path)
    else writeFileSync(path, bytes)
    if (mode === PROGRAM) chmodSync(path, 0o755)
  }
}

const GONE = '000000'
const LINK = '120000'
const PROGRAM = '100755'
const REPOSITORY = '160000'
