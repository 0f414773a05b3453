import type { MarkdownLine } from '../markdown-lines.ts'
import { readPlainTask } from './plain-task.ts'
import { type Box, readBareBox, readBox } from './task-box.ts'
import { addDetail, splitAtDetails } from './task-details.ts'
import { type Label, readLabel } from './task-label.ts'
import { NONE, type Task, type TaskState } from './task.ts'

export function readTask(line: MarkdownLine): Task | null {
  const plain = readPlainTask(line.content)
  if (plain) {
    const { mark, id, title, parallel } = plain
    return newTask(line, { mark: mark.trim(), label: { id, title, parallel, starred: false } })
  }
  const box = line.item ? readBox(line.content) : readBareBox(line.content)
  return box && taskOf(line, box)
}

export function taskOf(line: MarkdownLine, box: Box): Task {
  const [body = '', ...details] = splitAtDetails(box.text)
  const label = readLabel(body)
  const task = newTask(line, { mark: box.mark, label })
  task.optional ||= box.starred
  for (const detail of details) addDetail(task, detail)
  return task
}

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
    hasNoBox: false,
    isDoneByParts: false,
    isNote: false,
  }
}

export function stateOf(mark: string): TaskState {
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

/** The heading of a task that nobody gave a box. */
export const headingTask = (line: MarkdownLine, text: string): Task => ({
  ...newTask(line, { mark: DONE_SIGN.test(text) ? 'x' : '', label: readLabel(text) }),
  hasNoBox: true,
})

const DONE_SIGN = /[✅✔☑]|\b(?:done|completed?)\b|完了|完成/iu

/** A box in an unknown place: treated as open, so that the file does not count as done. */
export const unreadBox = (line: MarkdownLine): Task => ({
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
