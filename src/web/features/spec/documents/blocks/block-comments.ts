import { createContext } from 'react'
import type { WorkItem } from '../../../../../contracts/work-item.ts'

/** The comments being written on the lines of a rendered document. */
export interface BlockComments {
  owner: WorkItem
  document: string
  lines: readonly string[]
  /** Lines with an open form. */
  writing: ReadonlySet<number>
  close(line: number): void
}

/** Null where commenting is not possible, as in a preview elsewhere. */
export const BlockCommentsContext = createContext<BlockComments | null>(null)
