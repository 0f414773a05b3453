import { type MarkdownLine, readMarkdownLines, type Unclosed } from '../markdown-lines.ts'
import { visitPlainLines } from './plain-lines.ts'
import { readPlainTask } from './plain-task.ts'
import { applyWaves, WAVES } from './task-waves.ts'
import {
  type Box,
  holdsOpenBox,
  isEmptyBox,
  isTaskHeading,
  readBareBox,
  readBox,
  readHeadingBox,
  readStatusBox,
} from './task-box.ts'

/** 'in-progress' (`[-]`) and 'queued' (`[~]`) are open too: only 'done' is done. */
type TaskState = 'open' | 'done' | 'in-progress' | 'queued'

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
  /** No task, but a box that could not be read: its text says where. */
  isUnread: boolean
  /** It stands in the notes that agents leave each other: open it blocks, but no one asked for it. */
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

/** Where impl agents keep what the next one should know. */
export const NOTES_HEADING = '## Implementation Notes'

/**
 * `done` and `total` are those of the required tasks. A file with nothing but optional ones is
 * read with a total of 0: nothing in it may block.
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
      /** `no-boxes`: tasks are written, as headings without any checkbox. */
      why: 'no-tasks' | 'no-boxes' | 'unclosed-fence' | 'unclosed-comment'
      line: number | null
    }

export function readTasks(text: string): TasksReading {
  const reading = readOutline(text)
  if (reading.ok && text.includes(WAVES)) applyWaves(text, reading.tasks)
  return reading
}

function readOutline(text: string): TasksReading {
  const plain = new Outline()
  if (visitPlainLines(text, plain.add)) return plain.reading()
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed && !isForgiven(text, unclosed)) return { ok: false, ...unclosed }
  const outline = new Outline()
  for (const line of lines) outline.add(line)
  return outline.reading()
}

/** A fence that opens at the very end hides nothing. */
function isForgiven(text: string, { why, line }: Unclosed): boolean {
  if (why !== 'unclosed-fence') return false
  return text
    .split(/\r\n|\n|\r/)
    .slice(line)
    .every((rest) => rest.trim() === '')
}

/** The tasks so far, and under which of them the next line may stand. */
class Outline {
  readonly #tasks: Task[] = []
  readonly #parents: Parent[] = []
  #heading: Heading | null = null
  #firstTaskHeading: number | null = null
  /** The level of the heading of the notes, as long as the lines are under it. */
  #notes = 0

  readonly add = (line: MarkdownLine): void => {
    const { content } = line
    const first = content.charCodeAt(0)
    if (first === HASH) return this.#addHeading(line)
    const task = first === BRACKET ? readTask(line) : null
    if (task) this.#push(task, line.column)
    else if (!content.includes('[') || !this.#addOddBox(line)) attachDetails(line, this.#parents)
  }

  reading(): TasksReading {
    const tasks = this.#tasks
    if (tasks.length > 0) return { ok: true, tasks, counts: count(tasks) }
    const line = this.#firstTaskHeading
    return { ok: false, why: line === null ? 'no-tasks' : 'no-boxes', line }
  }

  #push(task: Task, column: number): void {
    const parents = this.#parents
    this.#leave(column)
    task.depth = parents.length
    task.isNote = this.#notes > 0
    this.#tasks.push(task)
    parents.push({ task, column })
  }

  #leave(column: number): void {
    const parents = this.#parents
    while ((parents.at(-1)?.column ?? OUTSIDE) >= column) parents.pop()
  }

  /** Headings stand left of every list: what follows one is under it. */
  #addHeading(line: MarkdownLine): void {
    const marks = /^#+/.exec(line.content)?.[0].length ?? 1
    const column = Math.min(marks, 6) - 7
    const text = line.content
      .slice(marks)
      .replace(/\s+#+$/, '')
      .trim()
    const box = readHeadingBox(text)
    if (marks <= this.#notes) this.#notes = 0
    if (this.#notes === 0 && NOTES.test(text)) this.#notes = marks
    this.#leave(column)
    const task = box && taskOf(line, box)
    this.#heading = { text, line, column, task }
    if (task) return this.#push(task, column)
    if (isTaskHeading(text)) this.#firstTaskHeading ??= line.number
    if (holdsOpenBox(line.content, line.offset)) this.#push(unread(line), column)
  }

  /** True when the line is done with. */
  #addOddBox(line: MarkdownLine): boolean {
    const status = readStatusBox(line.content)
    if (status) {
      this.#addStatus(line, status)
      return true
    }
    if (!holdsOpenBox(line.content, line.offset) || isEmptyBox(line.content)) return false
    this.#push(unread(line), line.column)
    return true
  }

  /** It says how the task of the heading above is; one that is open anywhere is open. */
  #addStatus(line: MarkdownLine, box: Box): void {
    const heading = this.#heading
    if (heading === null) return this.#push(taskOf(line, box), line.column)
    if (heading.task === null) {
      heading.task = taskOf(line, { ...box, text: heading.text.replace(TASK_WORD, '') || box.text })
      this.#push(heading.task, heading.column)
    } else if (stateOf(box.mark) !== 'done') heading.task.state = stateOf(box.mark)
  }
}

const NOTES = new RegExp(`^${NOTES_HEADING.replace(/^#+ /, '')}\\s*[:：]?$`, 'i')
const HASH = 35
const BRACKET = 91
/** Left of every heading. */
const OUTSIDE = -100

interface Heading {
  text: string
  line: MarkdownLine
  column: number
  task: Task | null
}

const TASK_WORD = /^(?:Task|タスク)\s*/i

/** A box that is in none of the known places: open, so that no one takes the file for done. */
const unread = (line: MarkdownLine): Task => ({
  ...newTask(line, {
    mark: '',
    label: {
      id: null,
      title: `unread box at line ${line.number}`,
      parallel: false,
      starred: false,
    },
  }),
  isUnread: true,
})

interface Parent {
  task: Task
  column: number
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

function readTask(line: MarkdownLine): Task | null {
  const plain = readPlainTask(line.content)
  if (plain) {
    const { mark, id, title, parallel } = plain
    return newTask(line, { mark: mark.trim(), label: { id, title, parallel, starred: false } })
  }
  const box = line.item ? readBox(line.content) : readBareBox(line.content)
  return box && taskOf(line, box)
}

function taskOf(line: MarkdownLine, box: Box): Task {
  const [body = '', ...details] = splitAtDetails(box.text)
  const label = readLabel(body)
  const task = newTask(line, { mark: box.mark, label })
  task.optional ||= box.starred
  for (const detail of details) addDetail(task, detail)
  return task
}

const NONE: readonly string[] = []

function newTask(line: MarkdownLine, { mark, label }: { mark: string; label: Label }): Task {
  return {
    id: label.id,
    text: label.title,
    state: stateOf(mark),
    optional: label.starred,
    parallel: label.parallel,
    requirements: NONE,
    depends: NONE,
    blocked: null,
    boundary: null,
    line: line.number,
    depth: 0,
    isUnread: false,
    isNote: false,
  }
}

function stateOf(mark: string): TaskState {
  switch (mark) {
    case 'x':
    case 'X':
      return 'done'
    case '-':
      return 'in-progress'
    case '~':
      return 'queued'
    default:
      return 'open'
  }
}

interface Label {
  id: string | null
  title: string
  starred: boolean
  parallel: boolean
}

function readLabel(body: string): Label {
  const before = cutParallel(body)
  const { id, starred, title } = splitEmphasisedId(before.text)
  const after = cutParallel(title)
  return { id, starred, title: after.text, parallel: before.found || after.found }
}

function cutParallel(text: string): { found: boolean; text: string } {
  if (!text.includes('P')) return { found: false, text }
  const cut = text
    .replace(/^[([（]P[)\]）](?![\w(])/, '')
    .replace(/\s[([（]P[)\]）](\*{0,2})$/, '$1')
  return { found: cut !== text, text: cut.trim() }
}

type Id = Omit<Label, 'parallel'>

/** In `**2.1** Title` the stars say bold. Read as "optional" they would let an open task pass. */
function splitEmphasisedId(text: string): Id {
  const lead = /^(?:\*\*|__|\*|_)(?=\S)/.exec(text)?.[0]
  if (lead === undefined) return splitId(text)
  const { id, title } = splitId(text.slice(lead.length))
  if (id === null) return { id, title: text, starred: false }
  if (title.endsWith(lead)) return { id, title: title.slice(0, -lead.length), starred: false }
  return { id, title: title.includes(lead) ? lead + title : title, starred: false }
}

const ID = /^(?:T-?)?[0-9０-９]+(?:[.．][0-9０-９]+)*/

function splitId(text: string): Id {
  const found = ID.exec(text)?.[0]
  if (found === undefined) return { id: null, title: text, starred: false }
  const id = found.normalize('NFKC')
  const rest = text.slice(found.length)
  const spaced = /^(\\?\*)?\\?[.．)）:：、]?(\\?\*)?(?=\s|$)/.exec(rest)
  if (spaced) {
    const starred = (spaced[1] === undefined) !== (spaced[2] === undefined)
    return { id, title: rest.slice(spaced[0].length).trim(), starred }
  }
  const glued = /^([.．)）:：、]?)\P{ASCII}/u.exec(rest)
  const end = glued?.[1] ?? ''
  if (glued && (end !== '' || id.includes('.'))) {
    return { id, title: rest.slice(end.length), starred: false }
  }
  return { id: null, title: text, starred: false }
}

function attachDetails(line: MarkdownLine, parents: Parent[]): void {
  const { content } = line
  const listed = plainRequirements(content)
  const hasColon = content.includes(':') || content.includes('：')
  if (listed === null && (!hasColon || !DETAIL_NAME.test(content))) return
  while ((parents.at(-1)?.column ?? -1) > line.column) parents.pop()
  const beside = parents.at(-1)?.column === line.column
  const parent = parents.at(beside && line.item ? -2 : -1) ?? parents.at(-1)
  if (!parent) return
  if (listed !== null) {
    const { task } = parent
    const numbers = listed.split(', ')
    task.requirements = task.requirements === NONE ? numbers : [...task.requirements, ...numbers]
    return
  }
  for (const detail of splitAtDetails(content)) {
    if (parent.column < line.column || /^[*_]/.test(detail)) addDetail(parent.task, detail)
  }
}

/** `_Requirements: 1.1, 2.3_`: by far the most frequent detail, and quick to recognise. */
function plainRequirements(content: string): string | null {
  if (!content.startsWith(REQUIREMENTS) || !content.endsWith('_')) return null
  const listed = content.slice(REQUIREMENTS.length, -1)
  return NUMBERS.test(listed) ? listed : null
}

const REQUIREMENTS = '_Requirements: '
const NUMBERS = /^(?:[\d.]+, )*[\d.]+$/

const DETAIL_NAME = /Requirement|Depends|Boundary|Blocked/i
const DETAIL_START =
  /(?<![*_])_{1,3}(?=(?:Requirements?|Depends(?: on)?|Boundary|Blocked)[*_]{0,3}\s?[:：])/gi
const DETAIL =
  /^[*_]{0,3}(Requirement|Depends|Boundary|Blocked)(?:s| on)?[*_]{0,3}\s?[:：][*_]{0,3}(.*)$/is

/** `Title _Requirements: 1.1_ _Depends: 1_` holds a title and two details. */
function splitAtDetails(text: string): string[] {
  if (!text.includes('_')) return [text]
  const parts: string[] = []
  let from = 0
  for (const { index } of text.matchAll(DETAIL_START)) {
    if (index > 0) parts.push(text.slice(from, index).trim())
    from = index
  }
  parts.push(text.slice(from).trim())
  return parts
}

function addDetail(task: Task, text: string): void {
  const [, name = '', rest = ''] = DETAIL.exec(text) ?? []
  const value = rest
    .trim()
    .replace(/[*_]{1,3}$/, '')
    .trim()
  switch (name.toLowerCase()) {
    case 'requirement':
      task.requirements = withListed(task.requirements, value)
      break
    case 'depends':
      task.depends = withListed(task.depends, value)
      break
    case 'boundary':
      task.boundary ??= value || null
      break
    case 'blocked':
      task.blocked ??= value || null
      break
  }
}

function withListed(list: readonly string[], value: string): string[] {
  const entries = value.split(/[,、，;；]/).map((part) => part.trim())
  return [
    ...list,
    ...entries.filter((entry) => entry !== '' && !/^(?:none|n\/a|-|なし)$/i.test(entry)),
  ]
}
