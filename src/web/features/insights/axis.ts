import type { Segment } from '../../../contracts/views/insights.ts'
import { longWaits } from '../../../core/metrics/long-waits.ts'
import type { TimeAxis } from '../charts/time-axis.ts'

/** Spans all segments, never empty; long waits are cut so that the rest stays legible. */
export function axisOf(segments: readonly Segment[]): TimeAxis {
  const from = Date.parse(segments[0]?.from ?? '') || 0
  const to = Date.parse(segments.at(-1)?.to ?? '') || 0
  return { from, to: Math.max(to, from + 1000), breaks: longWaits(segments) }
}
