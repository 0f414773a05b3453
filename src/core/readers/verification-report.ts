import { findLabel } from './inspection-report.ts'
import { readMarkdownLines, type Unclosed } from './markdown-lines.ts'

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
  let first: { value: Value; line: number } | null = null
  let awaitsValue = false
  for (const { content, number: line } of lines) {
    const plain = content.replace(/^#+\s*(?:\d[\d.]*[.)]?\s)?/, '')
    if (plain === '' || /^[|:\s=-]+$/.test(plain)) continue
    const label = findLabel(plain)
    if (label === null && !awaitsValue) continue
    const written = label?.value ?? plain
    awaitsValue = label !== null && written === ''
    if (awaitsValue) continue
    const value = judge(written)
    if (first !== null && first.value !== value)
      return { ok: false, why: 'contradicting-verdicts', line }
    first ??= { value, line }
  }
  if (first === null || first.value === 'doubtful')
    return { ok: false, why: 'no-verdict', line: first?.line ?? null }
  return { ok: true, verdict: first.value }
}

const NOT_VERIFIED = /^(?:not[ -]?verified|unverified|failed|partial|不合格)(?![\p{L}\p{N}])/iu
const VERIFIED = /^(?:verified|合格)[.!。]?$/i
const OTHER = /(?<!not[ -]?)(?<!un)verified|(?<!不)合格/i

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
