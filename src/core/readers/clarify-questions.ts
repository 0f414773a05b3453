import { readMarkdownLines, type Unclosed } from './markdown-lines.ts'
import { shortened } from '../words/shortened.ts'

/** Something that the description leaves open. All of its text was written by an agent. */
interface ClarifyQuestion {
  key: string
  title: string
  text: string
  options: string[]
  /** Used when no one answers. */
  suggestion: string
}

export type ClarifyReading =
  | { ok: true; questions: ClarifyQuestion[] }
  | { ok: false; why: 'no-questions' | 'no-suggestion' | Unclosed['why']; line: number | null }

/** No one answers more than this up front; the rest become assumptions. */
export const MAX_CLARIFY_QUESTIONS = 3
const MAX_OPTIONS = 5

/** The exact words that agents are asked to use. */
export const CLARIFY_WORDS = {
  why: 'Why:',
  suggested: 'Suggested:',
  options: 'Options:',
  none: 'No questions.',
}
const MAX_LENGTH = 500

/**
 * One question without a suggested answer makes the whole file invalid: a run could wait for it
 * forever.
 */
export function readClarify(text: string): ClarifyReading {
  const { lines, unclosed } = readMarkdownLines(text)
  if (unclosed) return { ok: false, ...unclosed }
  const found: Part[] = []
  let isNone = false
  for (const { content, number: line, item } of lines) {
    const title = HEADING.exec(content)?.[1]
    const part = found.at(-1)
    if (title !== undefined && title.trim() !== '') found.push(newPart(title, line))
    else if (part === undefined) isNone ||= NONE.test(content.trim())
    else take(part, content.trim(), item)
  }
  if (found.length === 0)
    return isNone ? { ok: true, questions: [] } : { ok: false, why: 'no-questions', line: null }
  const asked = found.slice(0, MAX_CLARIFY_QUESTIONS)
  const lacking = asked.find(({ suggestion }) => suggestion === '')
  if (lacking !== undefined) return { ok: false, why: 'no-suggestion', line: lacking.line }
  return { ok: true, questions: asked.map(question) }
}

const HEADING = /^#{2,4}\s+(?:Q|質問|問)?\s*\d+\s*[:：.)、]\s*(.+)$/i
const NONE = /^(?:no (?:open )?questions|none|(?:質問は)?(?:なし|ありません))[.!。]?$/i
const SUGGESTED =
  /^\*{0,2}(?:suggested(?: answer)?|suggestion|推奨(?:回答)?|提案)\*{0,2}\s*[:：]\*{0,2}\s*(.*)$/i
const OPTIONS = /^\*{0,2}(?:options|選択肢)\*{0,2}\s*[:：]\*{0,2}\s*$/i
const WHY = /^\*{0,2}(?:why|理由)\*{0,2}\s*[:：]\*{0,2}\s*/i

interface Part {
  title: string
  line: number
  text: string[]
  options: string[]
  suggestion: string
  isListing: boolean
  awaitsSuggestion: boolean
}

const newPart = (title: string, line: number): Part => ({
  title,
  line,
  text: [],
  options: [],
  suggestion: '',
  isListing: false,
  awaitsSuggestion: false,
})

function take(part: Part, content: string, isItem: boolean): void {
  const suggestion = SUGGESTED.exec(content)?.[1]
  if (suggestion !== undefined) {
    part.suggestion ||= suggestion
    part.awaitsSuggestion = suggestion === ''
    part.isListing = false
  } else if (content === '' || content.startsWith('#')) return
  else if (part.awaitsSuggestion) {
    part.suggestion = content
    part.awaitsSuggestion = false
  } else if (OPTIONS.test(content)) part.isListing = true
  else if (part.isListing && isItem) part.options.push(content)
  else {
    part.isListing = false
    if (part.suggestion === '') part.text.push(content.replace(WHY, ''))
  }
}

const question = ({ title, text, options, suggestion }: Part, index: number): ClarifyQuestion => ({
  key: `Q${index + 1}`,
  title: short(title),
  text: short(text.join(' ')),
  options: [...new Set(options.map(short))].slice(0, MAX_OPTIONS),
  suggestion: short(suggestion),
})

/** On one line, without terminal control characters. */
function short(text: string): string {
  const plain = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return shortened(plain, MAX_LENGTH)
}
