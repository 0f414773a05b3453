import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import type { Task } from '../../core/readers/tasks/task.ts'

export interface OpenTask {
  title: string
  /** The whole file with this task, and every parent it completes, ticked. */
  ticked: string
  before: string
  after: string
}

/** Null when nothing required is open. A task with parts is ticked together with its last part. */
export function nextOpenTask(text: string): OpenTask | null {
  const tasks = requiredTasks(text)
  const task = tasks.find((candidate, at) => isOpen(candidate) && partsOf(tasks, at).length === 0)
  if (task === undefined) return tickCompleteParents(text)
  const ticked = tick(text, task)
  const { before, after } = changedLine(text, task)
  const whole = tickCompleteParents(ticked)?.ticked ?? ticked
  return { title: task.text, ticked: whole, before, after }
}

export function requiredTasks(text: string, skips = false): Task[] {
  const reading = readTasks(text, skips)
  if (!reading.ok) throw new Error(`tasks.md cannot be read: ${reading.why}`)
  return reading.tasks.filter((task) => !task.optional)
}

export const isOpen = (task: Task): boolean => task.state !== 'done'

function tickCompleteParents(text: string): OpenTask | null {
  const tasks = requiredTasks(text)
  const ready = tasks.findLast((task, at) => {
    const parts = partsOf(tasks, at)
    return task.isDoneByParts || (isOpen(task) && parts.length > 0 && !parts.some(isOpen))
  })
  if (ready === undefined) return null
  const ticked = tick(text, ready)
  const whole = tickCompleteParents(ticked)?.ticked ?? ticked
  return { title: ready.text, ticked: whole, ...changedLine(text, ready) }
}

function partsOf(tasks: Task[], at: number): Task[] {
  const depth = tasks[at]?.depth ?? 0
  const rest = tasks.slice(at + 1)
  const end = rest.findIndex((task) => task.depth <= depth)
  return end < 0 ? rest : rest.slice(0, end)
}

function tick(text: string, task: Task): string {
  const lines = linesAndEnds(text)
  lines[(task.line - 1) * 2] = changedLine(text, task).after
  const ticked = lines.join('')
  if (ticked === text) throw new Error(`no box to tick in line ${task.line} of tasks.md`)
  return ticked
}

function changedLine(text: string, task: Task): { before: string; after: string } {
  const before = linesAndEnds(text)[(task.line - 1) * 2] ?? ''
  const after = task.hasNoBox
    ? before.replace(/^(\W*#+)\s*/, '$1 [x] ')
    : before.replace(/\[[^[\]]*\]/, '[x]')
  return { before, after }
}

/** Every other element is a line ending, so that joining restores the exact text. */
const linesAndEnds = (text: string): string[] => text.split(/(\r\n|\n|\r)/)
