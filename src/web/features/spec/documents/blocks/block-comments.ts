import { createContext } from 'react'
import type { WorkItem } from '../../../../../contracts/work-item.ts'

/** What is being said about the lines of a document that is read. */
export interface BlockComments {
  owner: WorkItem
  document: string
  lines: readonly string[]
  /** Lines with an open form. */
  writing: ReadonlySet<number>
  close(line: number): void
}

/** Null where nothing can be said, as in the preview of a document elsewhere. */
export const BlockCommentsContext = createContext<BlockComments | null>(null)
