import { readMarkdownLines, type Unclosed } from '../markdown-lines.ts'
import { visitPlainLines } from './plain-lines.ts'
import { TaskOutline } from './task-outline.ts'
import { applyWaves, WAVES } from './task-waves.ts'
import type { Task } from './task.ts'

/**
 * `done` and `total` count required tasks only. A file with nothing but optional tasks has a total
 * of 0: nothing in it may block.
 */
export interface TaskCounts {
  done: number
  total: number
  optional: { done: number; total: number }
}

export type TasksReading =
  | { ok: true; tasks: Task[]; counts: TaskCounts }
  | {
      ok: false
      /** `no-boxes`: there are tasks, but as headings without any checkbox. */
      why: 'no-tasks' | 'no-boxes' | 'unclosed-fence' | 'unclosed-comment'
      line: number | null
    }

/** `skips`: a task that is marked `[~]` or struck out need not be done. */
export function readTasks(text: string, skips = false): TasksReading {
  const reading = readOutline(text)
  if (reading.ok && text.includes(WAVES)) applyWaves(text, reading.tasks)
  return reading.ok && skips ? withoutSkipped(reading.tasks) : reading
}

export function withoutSkipped(found: Task[]): Extract<TasksReading, { ok: true }> {
  const tasks = found.map((task) => (isPutAside(task) ? { ...task, optional: true } : task))
  return { ok: true, tasks, counts: count(tasks) }
}

/** Whether it need not be done if the setting `skippedTasks` is on. */
export const isPutAside = ({ state, text }: Task): boolean =>
  state === 'queued' || (state !== 'done' && struckOut(text) !== null)

/** The text between `~~` marks; null for a text that is not struck out. */
export const struckOut = (text: string): string | null =>
  /^~~(?!~)([^]+)~~$/.exec(text)?.[1] ?? null

function readOutline(text: string): TasksReading {
  const plain = new TaskOutline()
  if (visitPlainLines(text, plain.add)) return readingOf(plain)
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed && !isForgiven(text, unclosed)) return { ok: false, ...unclosed }
  const outline = new TaskOutline()
  for (const line of lines) outline.add(line)
  return readingOf(outline)
}

/** A fence that opens at the very end hides nothing. */
function isForgiven(text: string, { why, line }: Unclosed): boolean {
  if (why !== 'unclosed-fence') return false
  return text
    .split(/\r\n|\n|\r/)
    .slice(line)
    .every((rest) => rest.trim() === '')
}

function readingOf(outline: TaskOutline): TasksReading {
  const tasks = outline.finish()
  const line = outline.firstTaskHeading
  if (tasks.length > 0) return { ok: true, tasks, counts: count(tasks) }
  return { ok: false, why: line === null ? 'no-tasks' : 'no-boxes', line }
}

function count(tasks: Task[]): TaskCounts {
  const counts = { done: 0, total: 0, optional: { done: 0, total: 0 } }
  for (const task of tasks) {
    const group = task.optional ? counts.optional : counts
    group.total++
    if (task.state === 'done') group.done++
  }
  return counts
}
