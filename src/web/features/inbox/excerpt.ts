export interface Excerpt {
  /** Markdown, as in the document. */
  text: string
  /** The document continues after it. */
  hasMore: boolean
}

const LINES = 24
const LAST_LINES = 12
const LONGEST_LINE = 300
const SUMMARY_HEADING =
  /^#{1,6}\s.*(summary|verdict|judg|conclusion|discussion|要約|概要|まとめ|サマリ|判定|結論|議論)/i
const OPEN_TASK = /^\s*[-*+]\s+\[[ ~-]\]\s+/
const FENCE = /^\s*(`{3,}|~{3,})/

/** The part of a document that the user should see first. */
export function excerptOf(document: string, text: string): Excerpt {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  if (document === 'tasks.md') {
    const open = lines.filter((line) => OPEN_TASK.test(line))
    if (open.length > 0) return cut(open)
  }
  return cut(summaryPart(lines))
}

/** The end of an agent's last output, which matters most. */
export function endOf(text: string): Excerpt {
  const lines = text.trimEnd().split(/\r?\n/)
  const shown = lines.slice(-LAST_LINES).map(short)
  return { text: shown.join('\n'), hasMore: lines.length > LAST_LINES }
}

/** From a summary section on, or else from the beginning. */
function summaryPart(lines: string[]): string[] {
  const start = lines.findIndex((line) => SUMMARY_HEADING.test(line))
  return start === -1 ? lines : lines.slice(start)
}

function cut(lines: string[]): Excerpt {
  const last = lines.findLastIndex((line) => line !== '') + 1
  const shown = lines.slice(0, Math.min(last, LINES)).map(short)
  return { text: withClosedFence(shown).join('\n'), hasMore: last > LINES }
}

/** Closes a code block that was cut, or it would swallow what follows. */
function withClosedFence(lines: string[]): string[] {
  let fence: string | null = null
  for (const line of lines) {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark === undefined) continue
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
  }
  return fence === null ? lines : [...lines, fence]
}

const short = (line: string): string =>
  line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
