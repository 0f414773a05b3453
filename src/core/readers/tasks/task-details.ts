import type { MarkdownLine } from '../markdown-lines.ts'
import { NONE, type Task } from './task.ts'

/** A task with the column under which its details are indented. */
export interface Parent {
  task: Task
  column: number
}

/** Adds what a line says about the task it belongs to. */
export function attachDetails(line: MarkdownLine, parents: Parent[]): void {
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
export function splitAtDetails(text: string): string[] {
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

export function addDetail(task: Task, text: string): void {
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
