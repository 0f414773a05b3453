import type { WorkItem } from '../work-item.ts'

/** Work that the host saved before it removed, reset or overwrote something. */
export interface SavedView {
  ref: string
  item: WorkItem
  /** What the host was about to do. */
  why: string
  at: string
}

export interface SavedContent extends SavedView {
  /** What it holds beyond the commit it was saved on, as a diff. */
  diff: string
  truncated: boolean
  /** Files it holds in all. */
  files: number
  /** Something was staged that differs from what was on disk. */
  hasStaged: boolean
}
