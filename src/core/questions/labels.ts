import type { MarkdownLine } from '../readers/markdown-lines.ts'
import { plain } from './sections.ts'

/** The lines of an issue, by their label. */
export interface Fields {
  answer: string[]
  question: string[]
  reason: string[]
  options: string[]
  /** Lines without a label. */
  other: string[]
}

type Name = Exclude<keyof Fields, 'other'>

const LABELS: readonly [Name, RegExp][] = [
  [
    'answer',
    /^(?:answer|verdict|judge?ment|decision|status|result|classification|response|category|assessment|disposition|action|回答|判定|判断|対応|結論|分類|区分|ステータス|状態|結果)$/i,
  ],
  [
    'question',
    /^(?:question|to decide|decision (?:needed|required)|open question|discussion(?: point)?|質問|論点|問い|確認事項|要確認|議論点|検討事項|決めること)$/i,
  ],
  [
    'reason',
    /^(?:reason|reasoning|rationale|why|context|background|problem|issue|details?|note|recommendation|suggestion|impact|理由|背景|根拠|経緯|問題|内容|詳細|補足|推奨|提案|影響)$/i,
  ],
  [
    'options',
    /^(?:options?|choices?|alternatives?|possibilities|選択肢|候補|案|オプション|対応案)$/i,
  ],
]
/** `Option A: …`, `案1：…` */
const NUMBERED_OPTION =
  /^(?:(?:option|choice|alternative)\s+|(?:案|選択肢|候補|プラン)\s*)(?:[A-Za-z]|\d{1,2}|[①-⑨]|[一二三四五])$/i

interface Labelled {
  name: Name
  value: string
  /** A single option, which is not split even if it contains separators. */
  isWhole?: true
}

/** `Answer: …`, `**Answer**: …`, `回答：…`; null for a line without a known label. */
export function labelIn(content: string): Labelled | null {
  const text = plain(content)
  const [, label = '', value = ''] = /^([^:：]{1,40})[:：]\s*(.*)$/su.exec(text) ?? []
  const word = label.trim().replace(/^(?:[-*+•]|\d+[.)])\s*/, '')
  if (NUMBERED_OPTION.test(word)) return { name: 'options', value: text, isWhole: true }
  const name = LABELS.find(([, pattern]) => pattern.test(word))?.[0]
  return name === undefined ? null : { name, value: value.trim() }
}

/** Lines without a label belong to the label above them. */
export function fieldsIn(lines: readonly MarkdownLine[]): Fields {
  const fields: Fields = { answer: [], question: [], reason: [], options: [], other: [] }
  let open: keyof Fields = 'other'
  let column = -1
  for (const line of lines) {
    if (line.content === '' || /^[|:\s-]+$/.test(line.content)) continue
    const label = labelIn(line.content)
    if (label !== null) {
      open = label.name
      ;({ column } = line)
      fields[open].push(...valuesOf(label))
    } else {
      // A list item at the label's own level, not below it, does not belong to the label.
      if (open !== 'options' && line.item && line.column <= column) open = 'other'
      fields[open].push(plain(line.content))
    }
  }
  return fields
}

function valuesOf({ name, value, isWhole }: Labelled): string[] {
  if (value === '') return []
  return name === 'options' && isWhole !== true ? optionsIn(value) : [value]
}

const MARKED = /(?:^|[\s;,/、。；])(?:[(（]?[A-Ha-h1-9][)）]|[A-H1-9][.:：](?=\s)|[①-⑨])\s*/u

/** `(a) one; (b) two`, `one / two`, `one；two` */
function optionsIn(text: string): string[] {
  const parts = MARKED.test(text)
    ? text.split(new RegExp(MARKED, 'gu'))
    : text.split(/\s\/\s|[;；／]|\s\|\s/)
  return parts.map((part) => part.replace(/[\s;,、/]+$/, '').trim()).filter((part) => part !== '')
}
