import type { Span } from '../charts/time-axis.ts'

/** From the first to the last; never empty. */
export function spanOf(segments: readonly { from: string; to: string }[]): Span {
  const from = Date.parse(segments[0]?.from ?? '') || 0
  const to = Date.parse(segments.at(-1)?.to ?? '') || 0
  return { from, to: Math.max(to, from + 1000) }
}
