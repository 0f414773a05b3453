import { rawLines, readMarkdownLines } from './markdown-lines.ts'

/**
 * The request in a requirements.md that contains nothing else: at most a title, the
 * `Project Description (Input)` section of cc-sdd and an empty `Requirements` section. Null if in
 * doubt: what someone wrote must not be overwritten by generated text.
 */
export function requestIn(text: string): string | null {
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed) return null
  const raws = rawLines(text)
  const asked: string[] = []
  let inputLevel = 0
  let titled = false
  for (const { kind, content, item, number } of lines) {
    const heading = kind === 'text' && !item ? readHeading(content) : null
    if (heading && (inputLevel === 0 || heading.level <= inputLevel)) {
      const input = INPUT.test(heading.title)
      const title = heading.level === 1 && !titled
      if (!input && !title && !REQUIREMENTS.test(heading.title)) return null
      inputLevel = input ? heading.level : 0
      titled = true
    } else if (inputLevel > 0) {
      if (kind !== 'comment') asked.push(raws[number - 1] ?? '')
    } else if (content !== '' || kind === 'code') return null
  }
  return asked.join('\n').trim()
}

export const isOnlyInputSection = (text: string): boolean => requestIn(text) !== null

interface Heading {
  level: number
  title: string
}

const INPUT = /^project description ?\(input\)$|^プロジェクトの?(?:説明|概要) ?\((?:入力|input)\)$/
const REQUIREMENTS = /^(?:requirements|要件)$/

function readHeading(content: string): Heading | null {
  const marks = /^#{1,6}(?=\s|$)/.exec(content)?.[0]
  if (marks === undefined) return null
  const plain = content.replace(/[#*_]/g, '').normalize('NFKC').toLowerCase()
  return { level: marks.length, title: plain.trim().split(/\s+/).join(' ') }
}
