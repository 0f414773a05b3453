import type { OpenQuestion } from '../../contracts/asked/questions.ts'
import { fieldsIn, labelIn, type Fields } from './labels.ts'
import { named, type Named } from './issue-name.ts'
import { question } from './question.ts'
import {
  pointsIn,
  sectionsOf,
  sectionsUnder,
  tablesIn,
  type Point,
  type Section,
  type Table,
} from './sections.ts'

/**
 * The issues of a review reply that only the user can decide. We ask for a heading per issue with
 * `Answer: Needs Discussion` under it; some agents write a separate section, a list or table rows
 * instead.
 */
export function readDiscussion(text: string): OpenQuestion[] {
  const sections = sectionsOf(text)
  const issues: Issue[] = []
  let under = 0
  for (const [index, section] of sections.entries()) {
    if (index < under) continue
    if (issues.length > ENOUGH) break
    if (isDiscussion(section.title, GROUP)) {
      const parts = sectionsUnder(sections, index)
      issues.push(...groupOf(section, parts))
      under = index + 1 + parts.length
    } else issues.push(...issuesIn(section))
  }
  return withoutRepeats(issues.slice(0, ENOUGH)).map((issue, index) => asQuestion(issue, index + 1))
}

/** Far more than are ever displayed. */
const ENOUGH = 200

interface Issue extends Named {
  fields: Fields
}

const NEEDS = 'needs?|needing|requires?|requiring'
const JA = '議論|検討|協議|相談|判断'
const DISCUSSION = new RegExp(
  `^(?:(?:${NEEDS})[ -]?(?:a )?discussion|discussion[ -]?(?:is )?(?:required|needed)|要(?:${JA})|(?:${JA})が?(?:必要|要))(?![\\p{L}\\p{N}])`,
  'iu',
)
const GROUP = new RegExp(
  `^(?:(?:issues?|items?|points?|topics?|questions?) (?:that |which )?)?(?:${NEEDS}|for)[ -]discussion(?: (?:issues?|items?|points?|topics?))?$|^discussion (?:required|needed|points?|items?)$|^(?:要(?:${JA})|(?:${JA})が?(?:必要|要))な?(?:の?(?:事項|項目|点|指摘|もの|課題))?$`,
  'iu',
)
const AT_END = new RegExp(
  `[\\s(（\\[【:：→—–-]+(?:(?:${NEEDS})[ -]?discussion|discussion (?:required|needed)|要(?:${JA})|(?:${JA})が?必要)[\\s)）\\]】.。]*$`,
  'iu',
)
const NONE =
  /^(?:none|no|nothing|n\/?a|0|zero|-+|なし|無し|ありません|該当なし|特になし|ゼロ)[\s.。]*(?:件)?$/i

/** Ignores emoji, numbers and counts around the words. */
function isDiscussion(text: string, pattern = DISCUSSION): boolean {
  const bare = text
    .replace(/^[^\p{L}\p{N}]*(?:\d+[.)]?\s+)?[^\p{L}\p{N}]*/u, '')
    .replace(/[\s(（[【]*\d*\s*(?:件|items?|issues?)?[)）\]】]*$/iu, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
  return pattern.test(bare)
}

/** Everything under a discussion heading, except issues with a different answer. */
function groupOf(section: Section, parts: Section[]): Issue[] {
  const listed = parts
    .map((part) => ({ ...named(part.title), fields: fieldsIn(part.lines) }))
    .filter(({ fields }) => fields.answer.length === 0 || fields.answer.some(isAnswer))
  const rows = tablesIn(section).flatMap((table) => table.rows.map((row) => issueOfRow(table, row)))
  if (listed.length + rows.length > 0) return [...listed, ...rows]
  const points = pointsIn(section.lines).filter(({ first }) => !NONE.test(first.trim()))
  if (points.length > 0) return pointIssues(section, points)
  const fields = fieldsIn(section.lines)
  const said = [...fields.question, ...fields.other]
  if (said.every((line) => NONE.test(line))) return []
  return [{ key: null, title: '', fields }]
}

/** List items that are all labels describe one issue; otherwise each is an issue of its own. */
function pointIssues(section: Section, points: Point[]): Issue[] {
  if (points.every(({ first }) => labelIn(first) !== null))
    return [{ key: null, title: '', fields: fieldsIn(section.lines) }]
  return points.filter(({ first }) => labelIn(first) === null).map(issueOfPoint)
}

const isAnswer = (value: string): boolean => isDiscussion(value)

function issueOfPoint({ first, rest }: Point): Issue {
  return { ...named(first.replace(AT_END, '')), fields: fieldsIn(rest) }
}

/** In any other section, the heading, list items and table rows may each be such an issue. */
function issuesIn(section: Section): Issue[] {
  const rows = tablesIn(section)
    .filter(({ headings }) => !headings.some((heading) => isDiscussion(heading)))
    .flatMap((table) =>
      table.rows.filter((row) => row.some(isAnswer)).map((row) => issueOfRow(table, row)),
    )
  const points = pointsIn(section.lines).filter(
    ({ first, rest }) =>
      labelIn(first) === null && (AT_END.test(first) || fieldsIn(rest).answer.some(isAnswer)),
  )
  if (rows.length + points.length > 0) return [...rows, ...points.map(issueOfPoint)]
  if (section.title === '') return []
  const fields = fieldsIn(section.lines)
  const isIssue = AT_END.test(section.title) || fields.answer.some(isAnswer)
  return isIssue ? [{ ...named(section.title.replace(AT_END, '')), fields }] : []
}

const TITLE =
  /^(?:issue|title|finding|point|topic|item|problem|description|question|指摘|項目|論点|内容|タイトル|課題|件名|問題)/i
const OPTIONS = /^(?:options?|choices?|alternatives?|選択肢|候補|案)/i
const WHY = /^(?:reason|rationale|comment|notes?|details?|理由|備考|コメント|詳細|根拠)/i
const ID = /^(?:id|no\.?|#|number|番号|№)$/i

function issueOfRow({ headings }: Table, row: string[]): Issue {
  const cell = (heading: RegExp): string =>
    row[headings.findIndex((name) => heading.test(name))] ?? ''
  const id = cell(ID)
  const others = row.filter((text) => text !== id && !isAnswer(text))
  const title = cell(TITLE) || longest(others)
  const name = named(id === '' || title.startsWith(id) ? title : `${id}: ${title}`)
  const options = cell(OPTIONS)
  const { options: listed } = fieldsIn([lineOf(`Options: ${options}`)])
  return {
    ...name,
    fields: {
      answer: [],
      question: [],
      reason: [cell(WHY)].filter((text) => text !== ''),
      options: options === '' ? [] : listed,
      other: [],
    },
  }
}

const lineOf = (content: string) =>
  ({ number: 0, kind: 'text', content, column: 0, offset: 0, item: false, quotes: 0 }) as const

const longest = (texts: string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '')

/** A list at the top and details below may name the same issue: keeps the more detailed one. */
function withoutRepeats(issues: Issue[]): Issue[] {
  const kept: Issue[] = []
  for (const issue of issues) {
    const at = issue.key === null ? -1 : kept.findIndex(({ key }) => key === issue.key)
    const known = kept[at]
    if (known === undefined) kept.push(issue)
    else if (sizeOf(issue) > sizeOf(known)) kept[at] = issue
  }
  return kept
}

const sizeOf = ({ fields }: Issue): number =>
  fields.options.length * 1000 + Object.values(fields).flat().join('').length

function asQuestion({ key, title, fields }: Issue, number: number): OpenQuestion {
  const { question: asked, reason, other, options } = fields
  const text = [...asked, ...reason, ...other].join('\n')
  return question({ key: key ?? `Q${number}`, kind: 'discussion', title, text, options })
}
