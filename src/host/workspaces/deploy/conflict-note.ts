import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DEPLOY_STRATEGIES } from '../../../contracts/host-steps.ts'
import { readDocumentText, replaceFile } from '../../files/own-files.ts'
import { rawTree } from '../../git/raw-tree.ts'
import { changedPaths, inScratch } from '../../git/saved-work.ts'
import { isLinked, worktreeAt } from '../../git/worktree.ts'
import type { WritingGit } from '../../git/writing-git.ts'

/** These become arguments of git: nothing else may be among them. */
const objectIdSchema = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/)

export const conflictNoteSchema = z.object({
  strategy: z.enum(DEPLOY_STRATEGIES),
  base: objectIdSchema,
  tip: objectIdSchema,
  message: z.string(),
  files: z.array(z.string()),
  /** The files as the host left them: any difference is someone's work. */
  left: objectIdSchema,
})
/** Describes an unfinished merge in a scratch worktree. */
export type ConflictNote = z.infer<typeof conflictNoteSchema>

/** In git's own folder of the scratch worktree: removed with it, and never part of a commit. */
const noteFile = (git: WritingGit, scratch: string): string =>
  join(git.placeOf(scratch).gitDir, 'sdd-conflict.json')

export async function writeNote(
  git: WritingGit,
  scratch: string,
  note: ConflictNote,
): Promise<void> {
  replaceFile(noteFile(git, scratch), JSON.stringify(note))
}

export async function readNote(git: WritingGit, scratch: string): Promise<ConflictNote | null> {
  const listed = await worktreeAt(git, scratch)
  if (listed === null || !isLinked(git, scratch)) return null
  const file = noteFile(git, scratch)
  return existsSync(file) ? conflictNoteSchema.parse(JSON.parse(readDocumentText(file))) : null
}

/** The tree of everything that is there now, byte for byte. */
export async function contentOf(git: WritingGit, dir: string): Promise<string> {
  const head = await git.find('HEAD^{commit}', { cwd: dir })
  const paths = await changedPaths(git, dir, head)
  return inScratch((index) => rawTree(git, { dir, paths, over: head, index }))
}
