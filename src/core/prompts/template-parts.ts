/** `{{> name}}`, alone on its line, stands for text that several templates share. */
export function withShared(template: string, textOf: (name: string) => string): string {
  return template.replace(SHARED, (_, name: string) => textOf(name))
}

const SHARED = /^[ \t]*\{\{>\s*([a-z][a-z-]*)\s*\}\}[ \t]*(?:\r?\n|$(?![\s\S]))/gm

/** The name of the file that replaces a section: `## What to do` is `what-to-do`. */
const nameOfSection = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

export const sectionNames = (template: string): string[] =>
  sectionsOf(template).map(({ name }) => name)

/** Replaces the text under the same heading, wherever it is; null if there is no such section. */
export function replaceSection(template: string, name: string, text: string): string | null {
  const found = sectionsOf(template).filter((section) => section.name === name)
  if (found.length === 0) return null
  let result = template
  for (const { from, to } of found.toReversed())
    result = `${result.slice(0, from)}\n${text.trim()}\n\n${result.slice(to)}`
  return result
}

/** Before the working rules, or at the end: a project's text must not pass for one of them. */
export function addSection(template: string, heading: string, text: string): string {
  const at = sectionsOf(template).find(({ name }) => name === RULES)?.start ?? template.length
  const before = template.slice(0, at).trimEnd()
  return `${before}\n\n## ${heading}\n\n${text.trim()}\n\n${template.slice(at)}`
}

const RULES = 'working-rules'

interface TemplateSection {
  name: string
  /** Where its heading starts. */
  start: number
  /** The range of its text, without tags of a condition that encloses the section. */
  from: number
  to: number
}

function sectionsOf(template: string): TemplateSection[] {
  const found: TemplateSection[] = []
  let fence: string | null = null
  let at = 0
  for (const line of template.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null && /^#{1,2} /.test(line)) {
      close(found, template, at)
      const name = line.startsWith('## ') ? nameOfSection(line) : ''
      found.push({ name, start: at, from: at + line.length, to: at + line.length })
    }
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence)) fence = null
    }
    at += line.length
  }
  close(found, template, at)
  return found.filter(({ name }) => name !== '')
}

function close(found: TemplateSection[], template: string, end: number): void {
  const last = found.at(-1)
  if (last !== undefined) last.to = last.from + balancedLength(template.slice(last.from, end))
}

const CONDITION = /\{\{\s*([#^/])\s*[A-Za-z][\w-]*\s*\}\}/g

/** The length of the longest beginning of a text in which every condition is balancedLength. */
function balancedLength(text: string): number {
  const open: number[] = []
  for (const { 1: sign, index } of text.matchAll(CONDITION)) {
    if (sign !== '/') open.push(index)
    else if (open.pop() === undefined) return index
  }
  return open[0] ?? text.length
}
