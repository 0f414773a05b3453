import type { TaskName } from '../../../contracts/journal.ts'
import type { Task } from './task.ts'

export const nameOf = ({ id, text }: Pick<Task, 'id' | 'text'>): TaskName => ({ id, text })

export const taskLabel = ({ id, text }: TaskName): string => (id === null ? text : `${id} ${text}`)

/** Those in the first list but not in the second, counting duplicates. */
export function missingTasks(required: TaskName[], present: TaskName[]): TaskName[] {
  const left = new Map<string, number>()
  for (const task of present) add(left, keyOf(task), 1)
  const unmatched = required.filter((task) => !take(left, keyOf(task)))
  if (unmatched.length === 0) return []
  const others = present.filter((task) => take(left, keyOf(task)))
  return unmatched.filter((task) => {
    const at = others.findIndex((other) => isSame(task, other))
    if (at !== -1) others.splice(at, 1)
    return at === -1
  })
}

/** A task with added text is still the same task; with changed text it is another one. */
const isSame = (task: TaskName, other: TaskName): boolean =>
  task.id === other.id && plain(other.text).includes(plain(task.text))

const keyOf = ({ id, text }: TaskName): string => `${id ?? ''} ${plain(text)}`

/** Ignores emphasis, strike-through and extra spaces. */
const plain = (text: string): string =>
  text
    .replace(/[*_~`]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

const add = (counts: Map<string, number>, key: string, more: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

function take(counts: Map<string, number>, key: string): boolean {
  if ((counts.get(key) ?? 0) === 0) return false
  add(counts, key, -1)
  return true
}

/** Why no open task can be done; null if any of them gives no reason. */
export function blockedReasons(tasks: readonly Task[]): string[] | null {
  const open = tasks.filter((task) => !task.optional && task.state !== 'done')
  const blocked = open.filter((task) => task.blocked !== null)
  const isExplained = (task: Task): boolean =>
    blocked.some((other) => isPart(other, task, tasks) || isPart(task, other, tasks))
  if (blocked.length === 0) return null
  if (!open.every((task) => task.blocked !== null || isExplained(task))) return null
  return blocked.map((task) => `${taskLabel(task)}: ${task.blocked ?? ''}`)
}

/** By its id, or by being indented under it. */
function isPart(part: Task, whole: Task, tasks: readonly Task[]): boolean {
  if (part.id !== null && whole.id !== null && part.id.startsWith(`${whole.id}.`)) return true
  const [from, to] = [tasks.indexOf(whole), tasks.indexOf(part)]
  return from < to && tasks.slice(from + 1, to + 1).every((task) => task.depth > whole.depth)
}
