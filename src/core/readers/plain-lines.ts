import type { MarkdownLine } from './markdown-lines.ts'

const SPACE = 32

/**
 * Visits the lines of a document in which none depends on another: no fence, comment, quote or
 * odd space. False for any other document; then every line has to be read in its context, which
 * takes several times as long. The line is one object, filled anew for each visit.
 */
export function visitPlainLines(text: string, visit: (line: MarkdownLine) => void): boolean {
  if (!isPlain(text)) return false
  const line: MarkdownLine = { number: 0, kind: 'text', content: '', column: 0, item: false }
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    line.number++
    readPlainLine(text, { start, end, line })
    visit(line)
    start = end + 1
  }
  return true
}

/** A quote or an odd space matters only where a line, or the content of an item, begins. */
const UNUSUAL = /```|~~~|<!--|[\t\v\f\r\uFEFF]|^[ \d.)*+-]*(?:>|[^\S \n]|[-*+.)]\[)/mu

const isPlain = (text: string): boolean => !UNUSUAL.test(text)

interface Extent {
  start: number
  end: number
  line: MarkdownLine
}

function readPlainLine(text: string, { start, end, line }: Extent): void {
  let at = skipSpaces(text, start, end)
  line.column = at - start
  line.item = false
  for (let width = markerWidth(text, at, end); width > 0; width = markerWidth(text, at, end)) {
    line.column = at - start
    line.item = true
    at = skipSpaces(text, at + width, end)
  }
  line.content = text.slice(at, end).trimEnd()
}

function skipSpaces(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) === SPACE) at++
  return at
}

/** Of `-`, `*`, `+`, `1.` or `1)` before a space or the end of the line. */
function markerWidth(text: string, at: number, end: number): number {
  if (at >= end) return 0
  const code = text.charCodeAt(at)
  const isBullet = code === 45 || code === 42 || code === 43
  const width = isBullet ? 1 : numberWidth(text, at)
  if (width === 0) return 0
  const next = at + width
  return next >= end || text.charCodeAt(next) === SPACE ? width : 0
}

function numberWidth(text: string, at: number): number {
  let digits = 0
  while (digits < 9 && isDigit(text.charCodeAt(at + digits))) digits++
  if (digits === 0) return 0
  const close = text.charCodeAt(at + digits)
  return close === 46 || close === 41 ? digits + 1 : 0
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
