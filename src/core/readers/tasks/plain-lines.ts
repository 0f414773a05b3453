import type { MarkdownLine } from '../markdown-lines.ts'

const SPACE = 32
const BRACKET = 91
const QUOTE = 62

/**
 * Visits the lines of a document in which no line depends on another: no fence, comment, quote or
 * odd space. False for any other document, which needs the full reader that takes several times as
 * long. The same line object is reused for every visit.
 */
export function visitPlainLines(text: string, visit: (line: MarkdownLine) => void): boolean {
  if (UNUSUAL.some((mark) => text.includes(mark))) return false
  const line: MarkdownLine = {
    number: 0,
    kind: 'text',
    content: '',
    column: 0,
    offset: 0,
    item: false,
    quotes: 0,
  }
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    line.number++
    if (!readPlainLine(text, { start, end, line })) return false
    visit(line)
    start = end + 1
  }
  return true
}

const UNUSUAL = ['```', '~~~', '<!--', '\t', '\v', '\f', '\r', '\uFEFF']

interface Extent {
  start: number
  end: number
  line: MarkdownLine
}

function readPlainLine(text: string, { start, end, line }: Extent): boolean {
  let at = skipSpaces(text, start, end)
  line.column = at - start
  line.item = false
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || isOddSpace(code)) return false
    const width = markerWidth(text, at, end)
    if (width === 0) break
    // `-[ ]` is a box too, but only the full reader handles it.
    if (text.charCodeAt(at + width) === BRACKET) return false
    line.column = at - start
    line.item = true
    at = skipSpaces(text, at + width, end)
  }
  line.offset = at - start
  line.content = text.slice(at, end).trimEnd()
  return true
}

const isOddSpace = (code: number): boolean => code > 127 && String.fromCharCode(code).trim() === ''

function skipSpaces(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) === SPACE) at++
  return at
}

/** The width of `-`, `*`, `+`, `1.` or `1)` before a space, a bracket or the end of the line. */
function markerWidth(text: string, at: number, end: number): number {
  const code = text.charCodeAt(at)
  const isBullet = code === 45 || code === 42 || code === 43
  const width = isBullet ? 1 : numberWidth(text, at)
  if (width === 0) return 0
  const next = at + width
  if (next >= end) return width
  const after = text.charCodeAt(next)
  return after === SPACE || after === BRACKET || isOddSpace(after) ? width : 0
}

function numberWidth(text: string, at: number): number {
  let digits = 0
  while (digits < 9 && isDigit(text.charCodeAt(at + digits))) digits++
  if (digits === 0) return 0
  const close = text.charCodeAt(at + digits)
  return close === 46 || close === 41 ? digits + 1 : 0
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
