import type { LineComment } from '../../../../../contracts/views/comments.ts'

export interface PlacedComment {
  comment: LineComment
  /** Where its line is now, from 1 on. */
  line: number
  /** Its line is gone; the place is only where it once was. */
  isMoved: boolean
}

/** Where the lines of comments are now: documents change after they were commented. */
export function placeComments(comments: LineComment[], lines: string[]): PlacedComment[] {
  return comments
    .map((comment) => placed(comment, lines))
    .toSorted((a, b) => a.line - b.line || a.comment.createdAt.localeCompare(b.comment.createdAt))
}

function placed(comment: LineComment, lines: string[]): PlacedComment {
  const quote = comment.quote.trim()
  const place = Math.min(comment.line, Math.max(1, lines.length))
  if (quote === '') return { comment, line: place, isMoved: false }
  for (let away = 0; away < lines.length + place; away++)
    for (const line of [place - away, place + away])
      if (isQuoted(lines[line - 1], quote)) return { comment, line, isMoved: false }
  return { comment, line: place, isMoved: true }
}

/** A quote may be the beginning of a long line. */
const isQuoted = (line: string | undefined, quote: string): boolean =>
  line !== undefined &&
  (line.trim() === quote || (quote.length >= 500 && line.trim().startsWith(quote)))

const MAX_QUOTE = 2000

export const quoteOf = (line: string): string => line.slice(0, MAX_QUOTE)
