import type { Task } from './task.ts'

export interface PlacedTask {
  task: Task
  column: number
  quotes: number
  /** How many headings precede it. */
  section: number
  /** A box in plain text is nobody's sub-task. */
  isListed: boolean
  /** Its box is empty or says "in progress". */
  hasPlainMark: boolean
}

/**
 * A task whose sub-tasks are all done is done, even if nobody has ticked its own box. Sub-tasks are
 * indented under it or directly follow it with its number before theirs (`1.`, then `1.1`).
 */
export function finishParents(placed: readonly PlacedTask[]): void {
  const above: Counted[] = []
  for (const one of placed) {
    leave(above, (parent) => !isPart(one, parent))
    above.push({ one, done: 0, open: 0 })
  }
  leave(above, () => true)
}

/** A task with its required sub-tasks so far. */
interface Counted {
  one: PlacedTask
  done: number
  open: number
}

/** The innermost tasks that the next line is not part of have no further sub-tasks. */
function leave(above: Counted[], isOver: (parent: PlacedTask) => boolean): void {
  for (let last = above.at(-1); last !== undefined && isOver(last.one); last = above.at(-1)) {
    above.pop()
    const { task } = last.one
    if (isDoneByParts(last)) {
      task.state = 'done'
      task.isDoneByParts = true
    }
    const parent = above.at(-1)
    if (parent === undefined || task.optional) continue
    if (task.state === 'done') parent.done++
    else parent.open++
  }
}

const isDoneByParts = ({ one: { task, hasPlainMark }, done, open }: Counted): boolean =>
  task.state !== 'done' &&
  hasPlainMark &&
  !task.isUnread &&
  task.blocked === null &&
  done > 0 &&
  open === 0

function isPart(one: PlacedTask, parent: PlacedTask): boolean {
  if (!one.isListed || one.quotes !== parent.quotes) return false
  if (one.column !== parent.column) return one.task.depth > parent.task.depth
  const { id } = parent.task
  return one.section === parent.section && id !== null && !!one.task.id?.startsWith(`${id}.`)
}
