import { isPutAside, readTasks } from '../../../../../core/readers/tasks/tasks-document.ts'
import type { Task } from '../../../../../core/readers/tasks/task.ts'

interface Node {
  type: string
  value?: string
  checked?: boolean | null
  position?: { start: { line: number } }
  children?: Node[]
}

/** Labels for a task besides done and open. */
interface TaskMarks {
  optional: string
  parallel: string
  'in-progress': string
  queued: string
  'put-aside': string
  /** Its own box is open. */
  'by-parts': string
}

interface HowShown {
  marks: TaskMarks
  /** Tasks marked as put aside need not be done. */
  skips: boolean
}

/** `[ ]*` is optional, `[-]` in progress, `[~]` queued: GitHub markdown knows none of them. */
const BOX = /^\[[ xX~-]\]\*?\s+/
const PARALLEL = /(^|\s)[([（]P[)\]）](?=\s|$)/

/** Shows checkboxes the way the workflow reads them, using the same reader. */
export const remarkTaskBoxes =
  (how: HowShown) =>
  (tree: Node, file: { value: unknown }): void => {
    const reading = readTasks(String(file.value))
    if (!reading.ok) return
    const tasks = new Map(reading.tasks.map((task) => [task.line, task]))
    visit(tree, tasks, how)
  }

function visit(node: Node, tasks: ReadonlyMap<number, Task>, how: HowShown): void {
  const task = node.type === 'listItem' ? tasks.get(node.position?.start.line ?? 0) : undefined
  if (task !== undefined && !task.isUnread) tick(node, task, how)
  for (const child of node.children ?? []) visit(child, tasks, how)
}

function tick(item: Node, task: Task, { marks, skips }: HowShown): void {
  const paragraph = item.children?.[0]
  if (paragraph?.type !== 'paragraph' || paragraph.children === undefined) return
  const isBox = typeof item.checked === 'boolean' || BOX.test(paragraph.children[0]?.value ?? '')
  if (!isBox) return
  item.checked = task.state === 'done' && !task.isDoneByParts
  const [first, ...rest] = paragraph.children
  if (first?.type === 'text') first.value = (first.value ?? '').replace(BOX, '')
  if (task.parallel)
    for (const child of paragraph.children)
      if (child.type === 'text') child.value = (child.value ?? '').replace(PARALLEL, '')
  const labels = [
    skips && isPutAside(task)
      ? marks['put-aside']
      : task.state === 'in-progress' || task.state === 'queued'
        ? marks[task.state]
        : task.isDoneByParts
          ? marks['by-parts']
          : null,
    task.optional ? marks.optional : null,
    task.parallel ? marks.parallel : null,
  ].filter((mark) => mark !== null)
  const shown = labels.flatMap((mark): Node[] => [
    { type: 'text', value: ' ' },
    { type: 'emphasis', children: [{ type: 'text', value: `(${mark})` }] },
  ])
  paragraph.children = [...(first === undefined ? [] : [first]), ...rest, ...shown]
}
