export interface Excerpt {
  lines: string[]
  /** The document continues after them. */
  hasMore: boolean
}

const LINES = 12
const LONGEST_LINE = 300
const TELLING =
  /^#{1,6}\s.*(summary|verdict|judg|conclusion|discussion|要約|概要|まとめ|サマリ|判定|結論|議論)/i
const TABLE_RULE = /^\s*\|[\s:|-]+$/
const OPEN_TASK = /^(\s*)[-*+]\s+\[[ ~-]\]\s+(.*)/

/** The lines of a document that a person should see first. */
export function excerptOf(document: string, text: string): Excerpt {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  if (document === 'tasks.md') {
    const open = lines.flatMap(openTask)
    if (open.length > 0) return cut(open)
  }
  return cut(tellingPart(lines))
}

/** Without its marks; one with a star may be left out and holds up nothing. */
function openTask(line: string): string[] {
  const [, indent, text] = OPEN_TASK.exec(line) ?? []
  return text === undefined ? [] : [`${indent}☐ ${text}`]
}

/** For the last output of an agent: what it said last counts. */
export function endOf(text: string): Excerpt {
  const lines = text.trimEnd().split(/\r?\n/)
  return { lines: lines.slice(-LINES).map(short), hasMore: lines.length > LINES }
}

/** A section that sums up, or else the beginning. */
function tellingPart(lines: string[]): string[] {
  const start = lines.findIndex((line) => TELLING.test(line))
  return start === -1 ? lines : lines.slice(start)
}

function cut(lines: string[]): Excerpt {
  const telling = lines.filter((line) => line !== '' && !TABLE_RULE.test(line))
  return { lines: telling.slice(0, LINES).map(short), hasMore: telling.length > LINES }
}

const short = (line: string): string =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
