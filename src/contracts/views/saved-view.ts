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
  /** How many files it holds in total. */
  files: number
  /** Something was staged that differs from what was on disk. */
  hasStaged: boolean
}
