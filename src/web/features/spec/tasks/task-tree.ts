import type { Task } from '../../../../core/readers/tasks/task.ts'

export const TASK_FILTERS = ['all', 'open', 'done', 'optional'] as const
export type TaskFilter = (typeof TASK_FILTERS)[number]

export interface TaskNode {
  task: Task
  level: number
  /** Its index in the list of all nodes. */
  index: number
  parent: number | null
  hasChildren: boolean
}

/** Nests tasks by indent, or by number: `1.1` goes under `1` even without indent. */
export function treeOf(tasks: readonly Task[]): TaskNode[] {
  const nodes: TaskNode[] = []
  const open: TaskNode[] = []
  const levels = new Map<string, number>()
  for (const [index, task] of tasks.entries()) {
    const level = Math.max(task.depth, levelById(task.id, levels))
    if (task.id !== null) levels.set(task.id, level)
    while ((open.at(-1)?.level ?? -1) >= level) open.pop()
    const above = open.at(-1)
    if (above !== undefined) above.hasChildren = true
    const node = { task, level, index, parent: above?.index ?? null, hasChildren: false }
    nodes.push(node)
    open.push(node)
  }
  return nodes
}

function levelById(id: string | null, levels: ReadonlyMap<string, number>): number {
  const cut = id?.lastIndexOf('.') ?? -1
  const above = id === null || cut === -1 ? undefined : levels.get(id.slice(0, cut))
  return above === undefined ? 0 : above + 1
}

export function countTasks(nodes: readonly TaskNode[]): Record<TaskFilter, number> {
  const counts = { all: nodes.length, open: 0, done: 0, optional: 0 }
  for (const { task } of nodes) {
    counts[task.state === 'done' ? 'done' : 'open']++
    if (task.optional) counts.optional++
  }
  return counts
}

export interface TaskLine {
  node: TaskNode
  /** Does not match itself; shown because a task under it does. */
  isContext: boolean
}

interface TaskQuery {
  filter: TaskFilter
  query: string
  /** Indexes of the nodes whose children are hidden. */
  folded: ReadonlySet<number>
}

export function visibleTasks(nodes: readonly TaskNode[], wanted: TaskQuery): TaskLine[] {
  const query = wanted.query.trim().toLowerCase()
  const fitting = nodes.map((node) => fits(node.task, wanted.filter) && matches(node.task, query))
  const shown = [...fitting]
  // Backwards, so that a node is marked before its own parent is visited.
  for (const node of nodes.toReversed()) {
    if (shown[node.index] === true && node.parent !== null) shown[node.parent] = true
  }
  const hidden = new Set<number>()
  const lines: TaskLine[] = []
  for (const node of nodes) {
    const { parent, index } = node
    if (parent !== null && (hidden.has(parent) || wanted.folded.has(parent))) hidden.add(index)
    else if (shown[index] === true) lines.push({ node, isContext: fitting[index] !== true })
  }
  return lines
}

function fits(task: Task, filter: TaskFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'open':
      return task.state !== 'done'
    case 'done':
      return task.state === 'done'
    case 'optional':
      return task.optional
    default:
      return filter satisfies never
  }
}

function matches(task: Task, query: string): boolean {
  if (query === '') return true
  const { id, text, requirements } = task
  return `${id ?? ''} ${text} ${requirements.join(' ')}`.toLowerCase().includes(query)
}
