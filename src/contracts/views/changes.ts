import { z } from 'zod'
import type { WorkItem } from '../work-item.ts'
import { MAX_PATCHES } from './call-limits.ts'

/** Whose work a changed file is, as far as the host can tell. */
export type ChangeOwner =
  | { by: 'item' }
  /** Another item that works in the same tree. */
  | { by: 'other'; item: WorkItem }
  /** The user: before the item began, alongside it, or in their own commit. */
  | { by: 'person' }

export interface ChangedFile {
  /** Relative to the project's folder. */
  path: string
  /** Its name in the base, if different. */
  from: string | null
  status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied'
  kind: 'text' | 'binary' | 'link' | 'submodule'
  /** Null where lines are not counted: binary, or too large. */
  added: number | null
  removed: number | null
  /** Set when its permissions or its kind changed, as git writes them. */
  mode: { from: string; to: string } | null
  /** Identifies the content on both sides: a viewed file stays viewed while it is the same. */
  version: string
  owner: ChangeOwner
  /** It was already changed before the item began: not every line is the item's. */
  isShared: boolean
}

/** The work of an item in git, without the diffs: those are requested file by file. */
export type Changes =
  | { state: 'no-git' | 'not-a-repository' | 'no-commit' }
  | {
      state: 'ok'
      /** The commit it is compared with. */
      base: { hash: string; subject: string; at: string }
      files: ChangedFile[]
      /** How many files there are beyond those listed. */
      omitted: number
    }

/** What git prints for one file. */
export interface Patch {
  path: string
  /** Null: git has no diff for it now; the list is older than the files. */
  text: string | null
  /** Cut at its end because it is too large. */
  isCut: boolean
}

/** A path below the project's folder; anything that leads out of it is refused. */
export const projectPathSchema = z
  .string()
  .min(1)
  .max(4096)
  .refine((path) => !path.startsWith('/') && !path.includes('\0') && !leadsOut(path))

const leadsOut = (path: string): boolean =>
  path.split('/').some((part) => part === '..' || part === '.' || part === '')

export const patchRequestSchema = {
  base: z.string().regex(/^[0-9a-f]{40,64}$/),
  files: z
    .array(z.object({ path: projectPathSchema, from: projectPathSchema.nullable() }))
    .max(MAX_PATCHES),
}
