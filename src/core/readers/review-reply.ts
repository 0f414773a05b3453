import {
  isDelimiterRow,
  type MarkdownLine,
  readMarkdownLines,
  splitCells,
  type Unclosed,
} from './markdown-lines.ts'

export type ReviewReading =
  | { ok: true; fixRequired: number; needsDiscussion: number }
  | {
      ok: false
      why: 'no-table' | 'missing-column' | 'unreadable-number' | 'ambiguous' | Unclosed['why']
      line: number | null
    }

/** The exact columns that agents are asked for; other words for them are understood too. */
export const REPLY_COLUMNS = { fix: 'Fix Required', discussion: 'Needs Discussion' }

/** Reads every table with both columns; one that is unreadable or differs invalidates the rest. */
export function readReviewReply(text: string): ReviewReading {
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed) return { ok: false, ...unclosed }
  let partial: Table | null = null
  let agreed: (ReviewReading & { ok: true }) | null = null
  for (const table of findTables(lines)) {
    const [fix, ...moreFixes] = columnsLike(FIX_REQUIRED, table)
    const [discussion, ...moreDiscussions] = columnsLike(NEEDS_DISCUSSION, table)
    if (fix === undefined || discussion === undefined) {
      if (fix !== discussion) partial ??= table
      continue
    }
    if (moreFixes.length + moreDiscussions.length > 0) return failed('ambiguous', table.line)
    const reading = readTable(table, { fix, discussion })
    if (!reading.ok) return reading
    if (agreed && !same(agreed, reading)) return failed('ambiguous', table.line)
    agreed = reading
  }
  if (agreed) return agreed
  return partial ? failed('missing-column', partial.line) : failed('no-table', null)
}

interface Counts {
  fixRequired: number
  needsDiscussion: number
}

interface Row {
  line: number
  cells: string[]
}

interface Table {
  line: number
  headings: string[]
  rows: Row[]
}

interface Columns {
  fix: number
  discussion: number
}

type Failure = ReviewReading & { ok: false }

function failed(why: Failure['why'], line: number | null): Failure {
  return { ok: false, why, line }
}

function findTables(lines: MarkdownLine[]): Table[] {
  const tables: Table[] = []
  for (const [index, line] of lines.entries()) {
    const headings = isDelimiterRow(lines[index + 1]) ? splitCells(line.content) : null
    if (!headings) continue
    tables.push({ line: line.number, headings, rows: rowsFrom(lines, index + 2) })
  }
  return tables
}

/**
 * Continues past a blank line or code while bars follow: the number in a row that slipped out of
 * its table would otherwise be lost.
 */
function rowsFrom(lines: MarkdownLine[], from: number): Row[] {
  const rows: Row[] = []
  let gap = false
  for (let index = from; index < lines.length; index++) {
    const line = lines[index]
    if (!line || line.item || line.content.startsWith('#')) break
    if (line.content === '') {
      gap ||= line.kind !== 'comment'
      continue
    }
    if (gap && !line.content.startsWith('|')) break
    if (isDelimiterRow(lines[index + 1])) break
    const cells = splitCells(line.content)
    if (cells) rows.push({ line: line.number, cells })
  }
  return rows
}

function readTable(table: Table, columns: Columns): ReviewReading {
  const severities: Counts[] = []
  const totals: Counts[] = []
  for (const { line, cells } of table.rows) {
    const fixRequired = readNumber(cells[columns.fix])
    const needsDiscussion = readNumber(cells[columns.discussion])
    // A cell too many means that a bar inside some text has moved the numbers.
    const moved = cells.length > table.headings.length
    if (moved || fixRequired === null || needsDiscussion === null) {
      return failed('unreadable-number', line)
    }
    const group = isTotal(cells) ? totals : severities
    group.push({ fixRequired, needsDiscussion })
  }
  const [counts, ...others] = severities.length > 0 ? [sum(severities), ...totals] : totals
  if (!counts) return failed('unreadable-number', table.line)
  if (others.some((other) => !same(counts, other))) return failed('ambiguous', table.line)
  return { ok: true, ...counts }
}

function sum(rows: Counts[]): Counts {
  const counts = { fixRequired: 0, needsDiscussion: 0 }
  for (const row of rows) {
    counts.fixRequired += row.fixRequired
    counts.needsDiscussion += row.needsDiscussion
  }
  return counts
}

function same(one: Counts, other: Counts): boolean {
  return one.fixRequired === other.fixRequired && one.needsDiscussion === other.needsDiscussion
}

/** A dash says "none". An empty cell says nothing, so it is not a number. */
function readNumber(cell = ''): number | null {
  const bare = cell
    .replace(/^[*_`\s]{1,6}/, '')
    .replace(/[*_`\s]{1,6}$/, '')
    .replace(/[０-９]/g, (digit) => digit.normalize('NFKC'))
  if (/^[-－‐–—―−]$/.test(bare)) return 0
  const digits = /^(\d{1,6})(?:\s?件)?$/.exec(bare)?.[1]
  return digits === undefined ? null : Number(digits)
}

const FIX_REQUIRED =
  /^(?:fix(?:es)?(?:required|needed)|require[sd]fix(?:es)?|needsfix|要修正|修正が?必要|修正要)(?:件?数)?$/
const NEEDS_DISCUSSION =
  /^(?:needs?discussion|requiresdiscussion|discussion(?:required|needed)|要(?:議論|検討|協議|相談)|(?:議論|検討|協議|相談)(?:が?必要|要))(?:件?数)?$/
const TOTAL = /^(?:(?:grand|sub)?totals?|sum|overall|all|総?合計|総計|小計|計|全体)$/

/** A heading in two languages, `要修正 / Fix Required`, has to mean the same in both. */
function columnsLike(name: RegExp, { headings }: Table): number[] {
  const found: number[] = []
  for (const [index, heading] of headings.entries()) {
    const words = heading
      .replace(/<br ?\/?>/gi, '')
      .split(/[/／]/)
      .map(plainWord)
    if (words.every((word) => name.test(word))) found.push(index)
  }
  return found
}

function isTotal(cells: string[]): boolean {
  return cells.some((cell) => TOTAL.test(plainWord(cell)))
}

function plainWord(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
