export interface MarkdownLine {
  number: number
  /** 'code': a fence or a line inside one. 'comment': nothing but a comment. */
  kind: 'text' | 'code' | 'comment'
  /** The line without comments, quote marks and list markers. Empty unless kind is 'text'. */
  content: string
  /** Of the innermost list marker, or of the content if there is none. Tab stops every four. */
  column: number
  /** How many characters come before the content, not counting comments. */
  offset: number
  item: boolean
  /** How many block quotes it is in. */
  quotes: number
}

export interface Unclosed {
  why: 'unclosed-fence' | 'unclosed-comment'
  line: number
}

/** `lines` ends at the problem when `unclosed` is set. */
interface MarkdownReading {
  lines: MarkdownLine[]
  unclosed: Unclosed | null
}

export const rawLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)

export function readMarkdownLines(text: string): MarkdownReading {
  const state: State = { quotes: [[]], paragraph: false, fence: null, commentFrom: null }
  const lines: MarkdownLine[] = []
  for (const [index, raw] of rawLines(text).entries()) {
    const number = index + 1
    const line = state.fence ? readFencedLine(state, raw, number) : readLine(state, raw, number)
    if (!line) break
    lines.push(line)
  }
  return { lines, unclosed: stillOpen(state) }
}

/** The cells of a table row, `\|` taken as text; null for a line without a bar. */
export function splitCells(content: string): string[] | null {
  const cells: string[] = []
  let from = 0
  for (const { index, 0: bar } of content.matchAll(/\\[^]|\|/g)) {
    if (bar !== '|') continue
    cells.push(content.slice(from, index))
    from = index + 1
  }
  if (cells.length === 0) return null
  cells.push(content.slice(from))
  if (cells[0]?.trim() === '') cells.shift()
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop()
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** The line of dashes between the headings of a table and its rows. */
export function isDelimiterRow(line: MarkdownLine | undefined): boolean {
  if (!line || !/^[|:\s-]+$/.test(line.content)) return false
  return splitCells(line.content)?.every((cell) => /^:?-+:?$/.test(cell)) ?? false
}

interface State {
  /** One entry for the document and one for each open block quote: where its list items begin. */
  quotes: number[][]
  paragraph: boolean
  fence: Fence | null
  commentFrom: number | null
}

interface Fence {
  mark: string
  line: number
}

interface Cursor {
  text: string
  at: number
  column: number
  /** Where the content of the innermost block quote begins. */
  base: number
  /** False after an unusual space: a fence may only be indented with plain ones. */
  plain: boolean
}

function stillOpen({ fence, commentFrom }: State): Unclosed | null {
  if (fence) return { why: 'unclosed-fence', line: fence.line }
  if (commentFrom !== null) return { why: 'unclosed-comment', line: commentFrom }
  return null
}

/** Null when the quote or list item around the fence ends first: the intent is unclear. */
function readFencedLine(state: State, raw: string, number: number): MarkdownLine | null {
  const cursor = startOf(raw)
  const depth = followQuotes(cursor, state.quotes)
  if (depth + 1 < state.quotes.length) return null
  if (!atEnd(cursor)) {
    if (indentIn(cursor, state.quotes) < 0) return null
    const mark = fenceAt(cursor, state.quotes)
    if (mark && closes(mark, state.fence, raw.slice(cursor.at + mark.length))) state.fence = null
  }
  return {
    number,
    kind: 'code',
    content: '',
    column: cursor.column,
    offset: 0,
    item: false,
    quotes: 0,
  }
}

function closes(mark: string, fence: Fence | null, rest: string): boolean {
  return fence !== null && mark.startsWith(fence.mark) && /^[ \t]*$/.test(rest)
}

function readLine(state: State, raw: string, number: number): MarkdownLine {
  const { visible, open, first } = cutComments(raw, state.commentFrom !== null)
  if (first !== null && visible.trim() === '') {
    if (!open) state.commentFrom = null
    else if (state.commentFrom === null || raw.includes('-->')) state.commentFrom = number
    state.paragraph = false
    return { number, kind: 'comment', content: '', column: 0, offset: 0, item: false, quotes: 0 }
  }
  const cursor = startOf(visible)
  const marker = enterContainers(state, cursor)
  const mark = first === null || first > cursor.at ? fenceAt(cursor, state.quotes) : null
  if (mark && opens(mark, raw.slice(cursor.at + mark.length))) {
    state.fence = { mark, line: number }
    state.paragraph = false
    return {
      number,
      kind: 'code',
      content: '',
      column: cursor.column,
      offset: 0,
      item: false,
      quotes: 0,
    }
  }
  state.commentFrom = open ? number : null
  const content = visible.slice(cursor.at).trimEnd()
  state.paragraph = content !== '' && !content.startsWith('#')
  const column = marker ?? cursor.column
  const quotes = state.quotes.length - 1
  return { number, kind: 'text', content, column, offset: cursor.at, item: marker !== null, quotes }
}

function opens(mark: string, info: string): boolean {
  return mark.startsWith('~') || !info.includes('`')
}

interface Cut {
  visible: string
  open: boolean
  /** Where the first comment stood; null when there was none. */
  first: number | null
}

/** A comment becomes a space, so that the text around it cannot join into new markup. */
function cutComments(raw: string, inside: boolean): Cut {
  if (!inside && !raw.includes('<!--')) return { visible: raw, open: false, first: null }
  const closers = codeSpanEnds(raw)
  let first = inside ? 0 : null
  let visible = ''
  let at = 0
  let start = inside ? 0 : commentStart(raw, 0, closers)
  while (start !== -1) {
    visible += raw.slice(at, start) + ' '
    first ??= start
    // `<!-->` is a whole comment, so the end may share its dashes with the start.
    const end = raw.indexOf('-->', inside && at === 0 ? 0 : start + 2)
    if (end === -1) return { visible, open: true, first }
    at = end + 3
    start = commentStart(raw, at, closers)
  }
  return { visible: visible + raw.slice(at), open: false, first }
}

function commentStart(raw: string, from: number, closers: Map<number, number>): number {
  const token = /\\[^]|`+|<!--/g
  token.lastIndex = from
  for (let found = token.exec(raw); found; found = token.exec(raw)) {
    if (found[0] === '<!--') return found.index
    token.lastIndex = closers.get(found.index) ?? token.lastIndex
  }
  return -1
}

/** For each run of backticks that begins a code span: where the span ends. */
function codeSpanEnds(raw: string): Map<number, number> {
  const runs = [...raw.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }))
  const nearest = new Map<number, number>()
  const ends = new Map<number, number>()
  for (const { at, length } of runs.reverse()) {
    const closer = nearest.get(length)
    if (closer !== undefined) ends.set(at, closer + length)
    nearest.set(length, at)
  }
  return ends
}

/** Leaves the containers that end here, enters new ones; returns the column of the last marker. */
function enterContainers(state: State, cursor: Cursor): number | null {
  const { quotes } = state
  const depth = followQuotes(cursor, quotes)
  if (atEnd(cursor)) {
    quotes.length = depth + 1
    return null
  }
  const leaves = depth + 1 < quotes.length || indentIn(cursor, quotes) < 0
  if (leaves && state.paragraph && continuesParagraph(cursor)) return null
  quotes.length = depth + 1
  const items = quotes[depth] ?? []
  while (items.length > 0 && indentIn(cursor, quotes) < 0) items.pop()
  return enterNew(cursor, quotes)
}

function enterNew(cursor: Cursor, quotes: number[][]): number | null {
  let marker: number | null = null
  while (!atEnd(cursor)) {
    const width = markerWidth(cursor)
    if (cursor.text[cursor.at] === '>') {
      passQuote(cursor)
      quotes.push([])
      marker = null
    } else if (width > 0) {
      marker = cursor.column
      passMarker(cursor, quotes, width)
    } else break
  }
  return marker
}

function followQuotes(cursor: Cursor, quotes: number[][]): number {
  let depth = 0
  while (depth + 1 < quotes.length && cursor.text[cursor.at] === '>') {
    if (cursor.column - cursor.base < (quotes[depth]?.at(-1) ?? 0)) break
    passQuote(cursor)
    depth++
  }
  return depth
}

function startOf(text: string): Cursor {
  const cursor = { text, at: 0, column: 0, base: 0, plain: true }
  passSpace(cursor)
  return cursor
}

function passQuote(cursor: Cursor): void {
  cursor.at++
  cursor.column++
  const next = cursor.text[cursor.at]
  cursor.base = next === ' ' || next === '\t' ? cursor.column + 1 : cursor.column
  passSpace(cursor)
}

function passMarker(cursor: Cursor, quotes: number[][], width: number): void {
  cursor.at += width
  cursor.column += width
  const after = cursor.column
  passSpace(cursor)
  const far = atEnd(cursor) || cursor.column - after > 4
  quotes.at(-1)?.push((far ? after + 1 : cursor.column) - cursor.base)
}

function passSpace(cursor: Cursor): void {
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text.charAt(cursor.at)
    if (char === ' ') cursor.column++
    else if (char === '\t') cursor.column += 4 - (cursor.column % 4)
    else if (char.trim() === '') {
      cursor.column++
      cursor.plain = false
    } else return
  }
}

function atEnd(cursor: Cursor): boolean {
  return cursor.at >= cursor.text.length
}

/** Relative to the innermost list item; below zero when the line lies outside of it. */
function indentIn(cursor: Cursor, quotes: number[][]): number {
  return cursor.column - cursor.base - (quotes.at(-1)?.at(-1) ?? 0)
}

const BLOCK_START = /[>#<]|`{3}|~{3}|[-*_][-*_ \t]*$/y
const FENCE = /`{3,}|~{3,}/y
/** `-[ ]` is not a list item to a renderer, but its author meant an open box. */
const MARKER = /(?:[-*+]|\d{1,9}[.)])(?=\s|$|\[.?\])/uy

function continuesParagraph(cursor: Cursor): boolean {
  return markerWidth(cursor) === 0 && matchAt(BLOCK_START, cursor) === null
}

function fenceAt(cursor: Cursor, quotes: number[][]): string | null {
  if (!cursor.plain || indentIn(cursor, quotes) > 3) return null
  return matchAt(FENCE, cursor)
}

function markerWidth(cursor: Cursor): number {
  return matchAt(MARKER, cursor)?.length ?? 0
}

function matchAt(sticky: RegExp, cursor: Cursor): string | null {
  sticky.lastIndex = cursor.at
  return sticky.exec(cursor.text)?.[0] ?? null
}
