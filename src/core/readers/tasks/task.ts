/** 'in-progress' (`[-]`) and 'queued' (`[~]`) are open too: only 'done' is done. */
export type TaskState = 'open' | 'done' | 'in-progress' | 'queued'

export interface Task {
  id: string | null
  text: string
  state: TaskState
  optional: boolean
  parallel: boolean
  requirements: readonly string[]
  depends: readonly string[]
  blocked: string | null
  boundary: string | null
  line: number
  /** How many tasks this one is indented under. */
  depth: number
  /** Not a task but a box that could not be read: its text says where. */
  isUnread: boolean
  /** It has no box of its own: it is the heading of a task. */
  hasNoBox: boolean
  /** Its own box is open, but all of its sub-tasks are done. */
  isDoneByParts: boolean
  /** A box in the notes between agents: it blocks while open, but is not a requested task. */
  isNote: boolean
}

/** The exact notation that agents are asked to use. */
export const TASK_WORDS = {
  box: '- [ ] 1. Title',
  part: '- [ ] 1.1 Title',
  optional: '- [ ]*',
  parallel: '(P)',
  requirements: '_Requirements:',
  depends: '_Depends:',
  boundary: '_Boundary:',
  blocked: '_Blocked:',
} as const

/** Shared by the many tasks that list nothing. */
export const NONE: readonly string[] = []
