import type { LineComment } from '../../../../../contracts/views/comments.ts'
import { isQuoted, type PlacedComment } from '../../documents/comments/comment-lines.ts'
import type { Hunk, PatchLine } from './read-patch.ts'

export type Side = 'old' | 'new'

export interface FileComments {
  byLine: ReadonlyMap<PatchLine, PlacedComment[]>
  /** Comments whose lines are no longer among the changes. */
  away: PlacedComment[]
}

/** Places each comment on the nearest changed line that still has the same text. */
export function placeInChanges(
  comments: readonly LineComment[],
  hunks: readonly Hunk[],
): FileComments {
  const byLine = new Map<PatchLine, PlacedComment[]>()
  const away: PlacedComment[] = []
  for (const comment of comments) {
    const line = nearest(comment, hunks)
    const placed = { comment, line: comment.line, isMoved: line === null }
    if (line === null) away.push(placed)
    else byLine.set(line, [...(byLine.get(line) ?? []), placed])
  }
  return { byLine, away }
}

function nearest(comment: LineComment, hunks: readonly Hunk[]): PatchLine | null {
  const quote = comment.quote.trim()
  let found: PatchLine | null = null
  let distance = Number.POSITIVE_INFINITY
  for (const { lines } of hunks)
    for (const line of lines) {
      const number = comment.side === 'old' ? oldNumber(line) : line.now
      if (number === null) continue
      const away = Math.abs(number - comment.line)
      if (away >= distance || !isSame(line.text, quote, away)) continue
      found = line
      distance = away
    }
  return found
}

/** Only comments on removed lines use old numbers: all other lines still exist. */
const oldNumber = ({ type, old }: PatchLine): number | null => (type === 'removed' ? old : null)

/** An empty quote matches by position only. */
const isSame = (text: string, quote: string, away: number): boolean =>
  quote === '' ? text.trim() === '' && away === 0 : isQuoted(text, quote)

export const sideOf = ({ type }: PatchLine): Side => (type === 'removed' ? 'old' : 'new')

export const numberOf = ({ type, old, now }: PatchLine): number =>
  (type === 'removed' ? old : now) ?? 1
