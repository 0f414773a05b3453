import {
  isDelimiterRow,
  readMarkdownLines,
  splitCells,
  type MarkdownLine,
} from '../readers/markdown-lines.ts'

/** Documents are untrusted: whatever is longer than this is cut off. */
const MAX_TEXT = 400_000
const MAX_LINE = 2000

/** A heading with what follows it, up to the next heading of any level. */
export interface Section {
  /** Zero for what comes before the first heading. */
  level: number
  title: string
  lines: MarkdownLine[]
}

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ level: 0, title: '', lines: [] }]
  for (const line of readMarkdownLines(text.slice(0, MAX_TEXT)).lines) {
    const content = line.content.slice(0, MAX_LINE)
    const [, marks, title = ''] = line.item ? [] : (/^(#{1,6})\s+(.*)$/.exec(content) ?? [])
    if (marks !== undefined)
      sections.push({ level: marks.length, title: plain(title.replace(/\s#+$/, '')), lines: [] })
    else sections.at(-1)?.lines.push({ ...line, content })
  }
  return sections
}

/** The subsections of the section at `index`. */
export function sectionsUnder(sections: Section[], index: number): Section[] {
  const level = sections[index]?.level ?? 0
  let end = index + 1
  while ((sections[end]?.level ?? 0) > level) end++
  return sections.slice(index + 1, end)
}

export interface Table {
  headings: string[]
  rows: string[][]
}

export function tablesIn({ lines }: Section): Table[] {
  const tables: Table[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const headings = isDelimiterRow(lines[at + 1]) ? splitCells(lines[at]?.content ?? '') : null
    if (headings === null) continue
    const rows = rowsFrom(lines, at + 2)
    tables.push({ headings: headings.map(plain), rows })
    // A row is never the beginning of another table: each line would be read once per line above.
    at += 1 + rows.length
  }
  return tables
}

function rowsFrom(lines: readonly MarkdownLine[], first: number): string[][] {
  const rows: string[][] = []
  for (let at = first; at < lines.length; at += 1) {
    const cells = splitCells(lines[at]?.content ?? '')
    if (cells === null) break
    rows.push(cells.map(plain))
  }
  return rows
}

/** A list item with everything that is written under it. */
export interface Point {
  first: string
  rest: MarkdownLine[]
}

/** The items of the outermost list, without tables and the text before them. */
export function pointsIn(lines: MarkdownLine[]): Point[] {
  const column = lines.reduce(
    (least, line) => (line.item ? Math.min(least, line.column) : least),
    Infinity,
  )
  const points: Point[] = []
  for (const line of lines) {
    if (line.item && line.column <= column) points.push({ first: line.content, rest: [] })
    else if (line.content !== '' && splitCells(line.content) === null)
      points.at(-1)?.rest.push(line)
  }
  return points
}

/** Without markdown marks, which would be read as part of the text. */
export const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\*\*|__|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])|`|~~/gu, '')
    .trim()
