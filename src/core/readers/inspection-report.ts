import {
  isDelimiterRow,
  type MarkdownLine,
  readMarkdownLines,
  splitCells,
  type Unclosed,
} from './markdown-lines.ts'

export type InspectionReading =
  | { ok: true; verdict: 'go' | 'nogo' }
  | {
      ok: false
      why: 'no-verdict' | 'contradicting-verdicts' | Unclosed['why']
      line: number | null
    }

/** The exact lines that agents are asked to write. */
export const VERDICT_LINES = { go: 'Judgment: GO', nogo: 'Judgment: NOGO' } as const

/** GO only if it is beyond doubt: an ambiguous statement overrides a clear one. */
export function readInspection(text: string): InspectionReading {
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed) return { ok: false, ...unclosed }
  const statements = findStatements(lines)
  const [first] = statements
  if (!first) return { ok: false, why: 'no-verdict', line: null }
  const other = statements.find(({ value }) => value !== first.value)
  if (other) return { ok: false, why: 'contradicting-verdicts', line: other.line }
  if (first.value === 'doubtful') return { ok: false, why: 'no-verdict', line: first.line }
  return { ok: true, verdict: first.value }
}

type Value = 'go' | 'nogo' | 'doubtful'

interface Statement {
  value: Value
  line: number
}

/**
 * A label without a value opens a section: its first line is the value, and a NOGO that begins a
 * later line, as in a list of the choices, contradicts it.
 */
function findStatements(lines: MarkdownLine[]): Statement[] {
  const found: Statement[] = []
  let section: 'closed' | 'awaits-value' | 'has-value' = 'closed'
  let isHistory = false
  /** The heading level of the judgment while inside its section, otherwise 0. */
  let judgmentLevel = 0
  for (const [index, { content, number: line }] of lines.entries()) {
    if (content === '' || /^[|:\s=-]+$/.test(content)) continue
    const heading = content.startsWith('#')
    if (heading && section === 'has-value') section = 'closed'
    const text = heading ? content.replace(/^#+\s*(?:\d[\d.]*[.)]?\s)?/, '') : content
    const level = heading ? (/^#+/.exec(content)?.[0].length ?? 0) : DEEPEST
    if (heading) isHistory = HISTORY.test(text)
    if (level <= judgmentLevel) judgmentLevel = 0
    const label = findLabel(judgmentLevel === 0 ? text : text.replace(DECISION, 'Judgment$1'))
    if (heading && judgmentLevel === 0 && label?.value === '') judgmentLevel = level
    const columnHead = label !== null && isDelimiterRow(lines[index + 1])
    let value = label || section !== 'closed' ? judge(label?.value ?? text) : null
    if (value === 'go' && isShaky(text, lines[index + 1])) value = 'doubtful'
    if (!label && section === 'has-value' && value !== 'nogo') value = null
    if (value) found.push({ value, line })
    else if (columnHead && !isHistory && !hasRounds(text))
      found.push(...nogoBelow(lines, index + 2, label.column))
    if (label?.value === '' && !columnHead) section = 'awaits-value'
    else if (section === 'awaits-value') section = 'has-value'
  }
  return found
}

const DEEPEST = 7

/** Counts only under the judgment's heading; elsewhere a decision may be about anything. */
const DECISION = /^[*_]*(?:Final |Overall )?(?:Decision|Result|結論|決定)[*_]*(\s*[:：]|\s*$)/i

const HISTORY = /\b(?:history|previous|earlier|past)\b|履歴|過去|経緯/i
const ROUNDS =
  /^(?:(?:inspection )?(?:round|run|attempt)s?(?: (?:no\.?|number|#))?|(?:inspection )?(?:date|time)|inspected at|ラウンド|回数?|検査回|日付|日時|検査日)$/i

/** A table of the inspections so far: earlier verdicts are not this one's. */
const hasRounds = (headings: string): boolean =>
  (splitCells(headings) ?? []).some((cell) => ROUNDS.test(cell.replace(/[*_`]/g, '').trim()))

interface Label {
  value: string
  column: number
}

/** The value is all that follows, including other cells: `| Judgment | GO | NOGO |` is a choice. */
export function findLabel(text: string): Label | null {
  const cells = splitCells(text) ?? [text]
  for (const [column, cell] of cells.entries()) {
    const [label = '', ...rest] = cell.split(/[:：]/)
    if (!isLabel(label)) continue
    const value = [rest.join(':'), ...cells.slice(column + 1)].join(' | ')
    return { value: value.replace(/^[\s|*_`]+$/, ''), column }
  }
  return null
}

const LABEL =
  /^(?:(?:the|final|overall|inspection|verification) )*(?:judge?ment|verdict)(?: result)?$|^(?:総合|最終|検査|検証|全体)?の?判定(?:結果)?$/

function isLabel(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)|go ?\/ ?no[ -]?go/g, ' ')
    .replace(/[*_`【】■◆●・▶]|(?![☐☒⬜❌✖🚫⛔🛑🔴👎❓])\p{Extended_Pictographic}\uFE0F?/gu, '')
  return words.split('/').every((word) => LABEL.test(word.trim().split(/\s+/).join(' ')))
}

/** Verdicts of single findings do not make a GO, but one NOGO among them rules it out. */
function nogoBelow(lines: MarkdownLine[], from: number, column: number): Statement[] {
  for (let index = from; index < lines.length; index++) {
    const cells = splitCells(lines[index]?.content ?? '')
    if (!cells || isDelimiterRow(lines[index + 1])) break
    if (judge(cells[column] ?? '') === 'nogo') return [{ value: 'nogo', line: index + 1 }]
  }
  return []
}

const NOGO = /^(?:\[x\]|[^\p{L}\p{N}])*NO[ -]?GO(?![A-Z0-9])/iu
const GO = /^[\s|✅✔✓☑🟢🎉👍🚀]*GO(?![A-Z0-9])/u
const EITHER = /(?<![A-Z0-9])(?:NO[ -]?)?GO(?![A-Z0-9])/i
/** Excludes a lower-case `go`: "GO - ready to go" is clear. */
const OTHER_VERDICT = /(?<![A-Za-z0-9])(?:GO|[Nn][Oo][ -]?[Gg][Oo])(?![A-Za-z0-9])/
const AFTER_GO = /^[\s✅✔✓☑🟢🎉👍🚀⚠]*(?:$|[.,;:!。、|(]|(?<=\s)-+\s)/u
const REFUSAL = anyOf(
  /^\W*no\W*$|\b(?:fail(?:ed)?|reject(?:ed)?|ng|pending|tbd|hold|blocked)\b/,
  /不合格|不可|不承認|保留|却下|未定|差し戻し|[❌✖🚫⛔🛑🔴👎]/u,
)
const DOUBT = anyOf(
  /\b(?:if|when|once|after|until|till|unless|but|however|though|except|only|not|never|first)\b/,
  /\b(?:pending|provided|providing|assuming|subject|draft|tbd|todo|wip|instead|waiting|hold)\b/,
  /\b(?:maybe|perhaps|likely|might|may|could|would|should|must|think|believe|guess|fix)\b/,
  /\b(?:blocked|revoked|withdrawn|rejected|open|unresolved|unverified|untested|unclear)\b/,
  /\b(?:condition|probabl|tentativ|provisional|temporar|partial|caveat|reserv|risk)/,
  /\b(?:remain|requires?\b|need|overrid|incomplete|doubt|unsure)|\b[1-9]\d* (?:critical|block)/,
  /条件|ただし|但し|場合|もし|保留|仮(?!想)|未|否|[でしいき]ない|ではない|次第|前提|不可|不合格/,
  /(?<![重主])要(?![件素求])|予定|修正後|対応後|完了後|まで|重大:? ?[1-9]/,
  /\?|\.\.\.|~~|[❌✖🚫⛔🛑🔴👎❓☐☒⬜]/u,
)

function anyOf(...parts: RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join('|'), 'iu')
}

/** Null: this says neither GO nor NOGO. */
function judge(text: string): Value | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[*_`]|\uFE0F/g, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?:\\|<br ?\/?>)$/i, '')
  const [nogo] = NOGO.exec(plain) ?? []
  if (nogo !== undefined) return OTHER_VERDICT.test(plain.slice(nogo.length)) ? 'doubtful' : 'nogo'
  const [go] = GO.exec(plain) ?? []
  if (go !== undefined) {
    const rest = plain.slice(go.length)
    const clear = AFTER_GO.test(rest) && !OTHER_VERDICT.test(rest) && !DOUBT.test(rest)
    return clear ? 'go' : 'doubtful'
  }
  return EITHER.test(plain) || REFUSAL.test(plain) ? 'doubtful' : null
}

/** `GO*` has a footnote, and a sentence may continue: `GO` / `if the tests pass`. */
function isShaky(text: string, next: MarkdownLine | undefined): boolean {
  if (text.split('*').length % 2 === 0) return true
  return next !== undefined && !next.item && next.content.search(DOUBT) === 0
}
