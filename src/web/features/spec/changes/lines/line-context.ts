import type { WorkItem } from '../../../../../contracts/work-item.ts'
import type { FileComments } from './code-comments.ts'
import type { PatchLine } from './read-patch.ts'

/** What lines need to render besides their own data. */
export interface LineContext {
  owner: WorkItem
  comments: ReadonlyMap<string, FileComments>
  /** Lines on which a comment is being written. */
  writing: ReadonlySet<PatchLine>
  marked: string
  /** The line of the current search match. */
  current: PatchLine | null
  /** Increases with every file that got its colours. */
  colours: number
  isPhone: boolean
  open(line: PatchLine): void
  close(line: PatchLine): void
  retry(path: string): void
}
