import type { WorkItem } from '../work-item.ts'
import { z } from 'zod'
import type { LineComment } from './comments.ts'

/**
 * A markdown file directly in the folder, or a text file one or two subfolders down. No part can
 * begin with a dot: none leads out of the folder.
 */
export const documentNameSchema = z
  .string()
  .max(240)
  .regex(
    /^(?:[A-Za-z0-9][\w.-]*\.md|(?:[\p{L}\p{N}_][\p{L}\p{M}\p{N} ._-]*\/){1,2}[A-Za-z0-9][\w.-]*\.(?:md|ya?ml|json|graphql|proto|txt))$/u,
  )
type DocumentName = z.infer<typeof documentNameSchema>

export interface DocumentInfo {
  name: DocumentName
  bytes: number
  changedAt: string
}

export interface DocumentContent {
  name: DocumentName
  text: string
  /** Identifies the content: a save names the version it was made from. */
  version: string
  /** Larger than what is sent; `text` is its beginning and cannot be saved back. */
  truncated: boolean
}

export interface Folder {
  documents: DocumentInfo[]
  comments: LineComment[]
}

/** An item that was put aside: it can be restored. */
export interface ArchivedItem {
  /** The name of its folder in the archive. */
  id: string
  item: WorkItem
  how: 'archived' | 'deleted'
  at: string
}

/** What the last approval of a document covers. */
export interface ApprovalView {
  by: 'auto-execution' | 'person'
  at: string
  /** Whether the document has changed since; `unknown`: the approved one was not recorded. */
  state: 'same' | 'changed' | 'unknown'
  /** The approved text, if it has changed since and was kept; empty: there was no file. */
  text: string | null
  /** Files in folders that the approval covers and that have changed since. */
  others: string[]
}
