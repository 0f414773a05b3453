import type { OpenQuestion } from '../../contracts/asked/questions.ts'
import { fieldsIn } from './labels.ts'
import { named } from './issue-name.ts'
import { question } from './question.ts'
import {
  pointsIn,
  sectionsOf,
  sectionsUnder,
  tablesIn,
  type Section,
  type Table,
} from './sections.ts'

/** The findings of a negative report: table rows, or else what is under a findings heading. */
export function readFindings(text: string): OpenQuestion[] {
  const sections = sectionsOf(text)
  const rows = sections.flatMap((section) => tablesIn(section).flatMap(findingRows))
  const found =
    rows.length > 0 ? rows : sections.flatMap((section, index) => listed(sections, section, index))
  return found.map((one, index) =>
    question({ ...one, key: one.key ?? `F${index + 1}`, kind: 'finding' }),
  )
}

interface Found {
  key: string | null
  title: string
  text: string
}

const FINDING = /^(?:findings?|issues?|problems?|defects?|指摘|所見|問題|不備|検出)/i
const ID = /^(?:id|no\.?|#|番号|№)$/i
const SEVERITY = /^(?:severity|level|priority|重大度|重要度|深刻度|優先度)/i
const WHERE = /^(?:where|place|location|file|箇所|場所|ファイル)/i
const NEEDED =
  /^(?:needed|fix|action|remedy|recommendation|suggestion|required|対応|修正|対策|推奨)/i
const STATE = /^(?:status|state|状態|ステータス)$/i
const SETTLED = /^\W*(?:fixed|resolved|closed|done|ok|pass(?:ed)?|対応済|修正済|解決|完了)/i

function findingRows({ headings, rows }: Table): Found[] {
  const at = (heading: RegExp): number => headings.findIndex((name) => heading.test(name))
  const column = at(FINDING)
  if (column === -1 || headings.length < 2) return []
  const cell = (row: string[], heading: RegExp): string => row[at(heading)] ?? ''
  return (
    rows
      .filter((row) => (row[column] ?? '') !== '' && !SETTLED.test(cell(row, STATE)))
      // A table of counts may have the same heading.
      .filter((row) => !/^\d+$/.test(row[column] ?? ''))
      .map((row) => ({
        key: cell(row, ID) || null,
        title: row[column] ?? '',
        text: [
          [cell(row, SEVERITY), cell(row, WHERE)].filter((part) => part !== '').join(' · '),
          cell(row, NEEDED),
        ]
          .filter((part) => part !== '')
          .join('\n'),
      }))
  )
}

const HEADING =
  /^(?:\d+[.)]?\s*)?(?:(?:open |critical |major )?(?:findings?|issues?|problems?|defects?)|still wrong|what is (?:wrong|missing)|(?:未解決の)?(?:指摘|問題|不備|課題)(?:事項|点)?|残る問題|検出事項)/i
const NONE = /^(?:none|nothing|n\/?a|-+|なし|無し|ありません|該当なし|特になし)[\s.。]*$/i

function listed(sections: Section[], section: Section, index: number): Found[] {
  if (!HEADING.test(section.title)) return []
  const parts = sectionsUnder(sections, index)
  if (parts.length > 0)
    return parts.map(({ title, lines }) => ({
      ...named(title),
      text: Object.values(fieldsIn(lines)).flat().join('\n'),
    }))
  return pointsIn(section.lines)
    .filter(({ first }) => !NONE.test(first.trim()))
    .map(({ first, rest }) => ({
      ...named(first),
      text: rest.map(({ content }) => content).join('\n'),
    }))
}
