import { readMarkdownLines } from './markdown-lines.ts'
import { cutTo } from '../words/shortened.ts'

interface ReviewIssue {
  /** The severity and a number within the round, such as C1. */
  id: string
  title: string
  /** The earlier issue that, according to the reviewer, is the same. */
  again: { round: number; id: string } | null
}

export interface ReviewText {
  round: number
  text: string
}

/** An issue of a round that an earlier round had raised already. */
export interface ReturnedIssue {
  round: number
  id: string
  title: string
  first: { round: number; id: string }
}

/** Starts the line that names the earlier issue; the review prompt asks for it. */
export const AGAIN_LABEL = 'Again:'

const HEADING = /^#{2,4}\s+\*{0,2}([CWI]\d{1,3})\*{0,2}\s*[:：.)—–-]\s*(.+)$/
const AGAIN = new RegExp(
  `^\\*{0,2}${AGAIN_LABEL}\\*{0,2}\\s*(?:round\\s*)?(\\d{1,3})\\D{0,9}?([CWI]\\d{1,3})\\b`,
  'i',
)
const MOST = 200
const MAX_TITLE = 200

function readReviewIssues(text: string): ReviewIssue[] {
  const found: ReviewIssue[] = []
  for (const { content, kind } of readMarkdownLines(text).lines) {
    if (kind !== 'text') continue
    const [, id, title = ''] = HEADING.exec(content) ?? []
    if (id !== undefined) found.push({ id, title: oneLine(title), again: null })
    const last = found.at(-1)
    const [, round, name] = AGAIN.exec(content) ?? []
    if (last !== undefined && name !== undefined)
      last.again = { round: Number(round), id: name.toUpperCase() }
    if (found.length >= MOST) break
  }
  return found
}

/** Found by what the reviewer says or by an equal title; in the order of the rounds. */
export function returnedIssues(reviews: readonly ReviewText[]): ReturnedIssue[] {
  const firsts = new Map<string, { round: number; id: string }>()
  const byTitle = new Map<string, { round: number; id: string }>()
  const returned: ReturnedIssue[] = []
  for (const { round, text } of reviews.toSorted((a, b) => a.round - b.round))
    for (const { id, title, again } of readReviewIssues(text)) {
      const said = again === null ? undefined : firsts.get(keyOf(again))
      const first = said ?? byTitle.get(plain(title))
      const isEarlier = first !== undefined && first.round < round
      if (isEarlier) returned.push({ round, id, title, first })
      const origin = isEarlier ? first : { round, id }
      firsts.set(keyOf({ round, id }), origin)
      if (!byTitle.has(plain(title))) byTitle.set(plain(title), origin)
    }
  return returned
}

const keyOf = ({ round, id }: { round: number; id: string }): string => `${round} ${id}`

const plain = (title: string): string =>
  title
    .replace(/[*_`"'\s]+/g, ' ')
    .trim()
    .toLowerCase()

const oneLine = (title: string): string => cutTo(title.replace(/\p{Cc}+/gu, ' ').trim(), MAX_TITLE)
