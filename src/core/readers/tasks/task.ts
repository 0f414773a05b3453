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
  /** In the notes that agents leave each other: it blocks while open, but no one asked for it. */
  isNote: boolean
}

/** What an agent is asked for, word for word. */
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

/** Most tasks list nothing: they share it. */
export const NONE: readonly string[] = []
