import type { LineComment } from '../../../../../contracts/views/comments.ts'

export interface PlacedComment {
  comment: LineComment
  /** The current number of its line, from 1. */
  line: number
  /** Its line is gone; `line` is only where it once was. */
  isMoved: boolean
}

/** Finds the current lines of comments: documents change after they were commented on. */
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
      if (isQuoted(lines[line - 1] ?? '', quote)) return { comment, line, isMoved: false }
  return { comment, line: place, isMoved: true }
}

/** A quote, which is not empty, may be cut off from a long line. */
export const isQuoted = (line: string, quote: string): boolean =>
  line.trim() === quote || (quote.length >= 500 && line.trim().startsWith(quote))

const MAX_QUOTE = 2000

export const quoteOf = (line: string): string => line.slice(0, MAX_QUOTE)
