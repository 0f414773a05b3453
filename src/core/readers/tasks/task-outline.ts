import type { MarkdownLine } from '../markdown-lines.ts'
import { type Box, holdsOpenBox, isEmptyBox, readHeadingBox, readStatusBox } from './task-box.ts'
import { attachDetails, type Parent } from './task-details.ts'
import { TaskHeadings } from './task-headings.ts'
import { readTask, stateOf, taskOf, unreadBox } from './task-line.ts'
import { finishParents, type PlacedTask } from './task-parents.ts'
import type { Task } from './task.ts'

/** Under this heading, impl agents leave notes for the next agent. */
export const NOTES_HEADING = '## Implementation Notes'

/** The tasks so far, and which of them the next line may belong to. */
export class TaskOutline {
  readonly #placed: PlacedTask[] = []
  readonly #parents: Parent[] = []
  readonly #headings = new TaskHeadings()
  #heading: Heading | null = null
  /** How many headings precede the current line. */
  #section = 0
  /** The heading level of the notes while inside them, otherwise 0. */
  #notes = 0

  readonly add = (line: MarkdownLine): void => {
    const { content } = line
    const first = content.charCodeAt(0)
    if (first === HASH) return this.#addHeading(line)
    const task = first === BRACKET ? readTask(line) : null
    if (task) this.#push(task, line)
    else if (!content.includes('[') || !this.#addOddBox(line)) attachDetails(line, this.#parents)
  }

  /** Where the first task stands that is a heading without a box. */
  get firstTaskHeading(): number | null {
    return this.#headings.first
  }

  /** All tasks in the order of the file. Call it after the last line. */
  finish(): Task[] {
    finishParents(this.#placed)
    const tasks = this.#placed.map(({ task }) => task)
    const headed = tasks.length === 0 ? [] : this.#headings.withoutBoxes()
    if (headed.length === 0) return tasks
    return [...tasks, ...headed].toSorted((a, b) => a.line - b.line)
  }

  #push(task: Task, line: MarkdownLine, column = line.column): void {
    const parents = this.#parents
    this.#leave(column)
    task.depth = parents.length
    task.isNote = this.#notes > 0
    const { content, item, quotes } = line
    this.#placed.push({
      task,
      column,
      quotes,
      section: this.#section,
      isListed: item || column < 0,
      hasPlainMark: PLAIN_MARK.test(content),
    })
    this.#headings.sawBox()
    parents.push({ task, column })
  }

  #leave(column: number): void {
    const parents = this.#parents
    while ((parents.at(-1)?.column ?? OUTSIDE) >= column) parents.pop()
  }

  /** A heading ends every list: what follows belongs to the heading. */
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
    this.#section++
    this.#headings.enter({ text, line, level: marks, isNote: this.#notes > 0 })
    const task = box && taskOf(line, box)
    this.#heading = { text, line, column, task }
    if (task) return this.#push(task, line, column)
    if (holdsOpenBox(line.content, line.offset)) this.#push(unreadBox(line), line, column)
  }

  /** True if this has dealt with the line. */
  #addOddBox(line: MarkdownLine): boolean {
    const status = readStatusBox(line.content)
    if (status) {
      this.#addStatus(line, status)
      return true
    }
    if (!holdsOpenBox(line.content, line.offset) || isEmptyBox(line.content)) return false
    this.#push(unreadBox(line), line)
    return true
  }

  /** The status of the task in the heading above; open anywhere means open. */
  #addStatus(line: MarkdownLine, box: Box): void {
    const heading = this.#heading
    if (heading === null) return this.#push(taskOf(line, box), line)
    if (heading.task === null) {
      heading.task = taskOf(line, { ...box, text: heading.text.replace(TASK_WORD, '') || box.text })
      this.#push(heading.task, line, heading.column)
    } else if (stateOf(box.mark) !== 'done') heading.task.state = stateOf(box.mark)
  }
}

/** A box with any other mark says more than that nobody has ticked it yet. */
const PLAIN_MARK = /^[^[]*\[[\s-]?\]/

const NOTES = new RegExp(`^${NOTES_HEADING.replace(/^#+ /, '')}\\s*[:：]?$`, 'i')
const HASH = 35
const BRACKET = 91
/** A column to the left of every heading. */
const OUTSIDE = -100

interface Heading {
  text: string
  line: MarkdownLine
  column: number
  task: Task | null
}

const TASK_WORD = /^(?:Task|タスク)\s*/i
