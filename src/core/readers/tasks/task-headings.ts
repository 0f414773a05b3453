import type { MarkdownLine } from '../markdown-lines.ts'
import { headingTask } from './task-line.ts'
import type { Task } from './task.ts'

interface Entered {
  text: string
  line: MarkdownLine
  level: number
  isNote: boolean
}

interface TaskHeading {
  text: string
  line: MarkdownLine
  level: number
  /** `Task 1`, `T001` or `1.1`: a task wherever it stands. `1.` may also number a chapter. */
  isNamed: boolean
  /** A box, or the heading of another task, stands below it. */
  isGroup: boolean
}

/** The headings that name tasks, and whether their boxes stand below them. */
export class TaskHeadings {
  readonly #found: TaskHeading[] = []
  /** Those that the current line is below. */
  #above: TaskHeading[] = []
  /** The line of the first of them. */
  first: number | null = null

  enter({ text, line, level, isNote }: Entered): void {
    this.#above = this.#above.filter((heading) => heading.level < level)
    if (isNote || !TASK.test(text)) return
    this.first ??= line.number
    for (const heading of this.#above) heading.isGroup = true
    const isNamed = NAMED.test(text)
    const found = { text, line: { ...line }, level, isNamed, isGroup: false }
    this.#found.push(found)
    this.#above.push(found)
  }

  /** Its box, or one of its boxes. */
  sawBox(): void {
    for (const heading of this.#above) heading.isGroup = true
  }

  /** The tasks that have no box anywhere: left out, they would make the file look done. */
  withoutBoxes(): Task[] {
    return this.#found
      .filter((heading) => !heading.isGroup && (heading.isNamed || this.#isTaskAt(heading.level)))
      .map(({ line, text }) => headingTask(line, text.replace(TASK_WORD, '')))
  }

  /** Plainly numbered headings are tasks where nearly all of their level have no boxes. */
  #isTaskAt(level: number): boolean {
    const numbered = this.#found.filter((heading) => heading.level === level && !heading.isNamed)
    const groups = numbered.filter(({ isGroup }) => isGroup)
    return numbered.length >= MIN_HEADINGS && groups.length * 4 <= numbered.length
  }
}

const MIN_HEADINGS = 4
const TASK_WORD = /^(?:Task|タスク)\s*[-#]?\s*/i
const NAMED = /^(?:(?:Task|タスク)\s*[-#]?\s*\d|T-?\d|\d+(?:\.\d+)+[.)]?\s)/i
const TASK = /^(?:(?:Task|タスク)\s*[-#]?\s*\d|T-?\d|\d+(?:\.\d+)*[.)]?\s)/i
