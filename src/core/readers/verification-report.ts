import { findLabel } from './inspection-report.ts'
import { type MarkdownLine, readMarkdownLines, type Unclosed } from './markdown-lines.ts'

export type VerificationReading =
  | { ok: true; verdict: 'verified' | 'not-verified' }
  | {
      ok: false
      why: 'no-verdict' | 'contradicting-verdicts' | Unclosed['why']
      line: number | null
    }

/** The exact lines that agents are asked to write. */
export const VERIFICATION_LINES = {
  verified: 'Verdict: VERIFIED',
  'not-verified': 'Verdict: NOT VERIFIED',
} as const

type Value = 'verified' | 'not-verified' | 'doubtful'

/** Only the exact word verifies: other text on the line, or a different verdict, invalidates it. */
export function readVerification(text: string): VerificationReading {
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed) return { ok: false, ...unclosed }
  const statements = statementsIn(lines, verdictIn)
  // A plain "Status" may be about anything, so it counts only if nothing else gives a verdict.
  const found = statements.length > 0 ? statements : statementsIn(lines, statusIn).filter(isClear)
  const [first] = found
  const other = found.find(({ value }) => value !== first?.value)
  if (other) return { ok: false, why: 'contradicting-verdicts', line: other.line }
  if (first === undefined || first.value === 'doubtful')
    return { ok: false, why: 'no-verdict', line: first?.line ?? null }
  return { ok: true, verdict: first.value }
}

interface Statement {
  value: Value
  line: number
}

const isClear = ({ value }: Statement): boolean => value !== 'doubtful'

/** `valueIn` returns what follows a label, which is empty if the next line holds it. */
function statementsIn(
  lines: readonly MarkdownLine[],
  valueIn: (text: string, isHeading: boolean) => string | null,
): Statement[] {
  const found: Statement[] = []
  let awaitsValue = false
  for (const { content, number: line } of lines) {
    const plain = content.replace(/^#+\s*(?:\d[\d.]*[.)]?\s)?/, '')
    if (plain === '' || /^[|:\s=-]+$/.test(plain)) continue
    const value = valueIn(plain, plain !== content)
    if (value === null && !awaitsValue) continue
    const written = value ?? plain
    awaitsValue = value === ''
    if (!awaitsValue) found.push({ value: judge(written), line })
  }
  return found
}

/** The label that agents are asked for, or the heading under which the older tool writes it. */
function verdictIn(text: string): string | null {
  const label = findLabel(text)
  if (label !== null) return label.value
  const older = VERIFICATION_STATUS.exec(text)
  return older && (older[1] ?? '').trim()
}

const VERIFICATION_STATUS =
  /^[*_]*(?:(?:bug |fix )?verification (?:status|result)|検証(?:ステータス|状態|結果))[*_]*\s*(?:[:：](.*))?$/i

/** `## Status: VERIFIED`, `**Status: Verified**`: the whole heading or the whole bold line. */
const statusIn = (text: string, isHeading: boolean): string | null =>
  (isHeading || /^\*\*.*\*\*$/.test(text) ? STATUS.exec(text)?.[1] : null) ?? null

const STATUS = /^[*_]*(?:Status|ステータス|状態)[*_]*\s*[:：]\s*(.+)$/i

const NOT_VERIFIED = /^(?:not[ -]?verified|unverified|failed|partial|不合格)(?![\p{L}\p{N}])/iu
const VERIFIED = /^(?:verified|passed|合格|検証済み?)[.!。]?(?: ?\(re-?verified[^()]*\))?$/i
const OTHER = /(?<!not[ -]?)(?<!un)verified|passed|(?<!不)合格/i

function judge(text: string): Value {
  const plain = text
    .normalize('NFKC')
    .replace(/[*_`✅✔✓☑❌✖🚫⛔🛑🔴🟢]|\uFE0F/gu, '')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s|]+|[\s|]+$/g, '')
  const [no] = NOT_VERIFIED.exec(plain) ?? []
  if (no !== undefined) return OTHER.test(plain.slice(no.length)) ? 'doubtful' : 'not-verified'
  return VERIFIED.test(plain) && !/[❌✖🚫⛔🛑🔴]/u.test(text) ? 'verified' : 'doubtful'
}
