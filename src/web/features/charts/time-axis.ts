const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [
  1000,
  5000,
  15_000,
  30_000,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  30 * DAY,
]
const MOST_TICKS = 6

export interface Span {
  from: number
  to: number
}

/** Round moments of the user's clock between two, few enough to be read. */
export function ticksOf({ from, to }: Span): number[] {
  const length = Math.max(1, to - from)
  const step = STEPS.find((one) => length / one <= MOST_TICKS) ?? length
  const offset = new Date(from).getTimezoneOffset() * MINUTE
  const first = Math.ceil((from - offset) / step) * step + offset
  const ticks: number[] = []
  for (let at = first; at <= to; at += step) ticks.push(at)
  return ticks
}

export function tickWords(at: number, { from, to }: Span, language: string): string {
  const date = new Date(at)
  if (to - from >= 3 * DAY)
    return date.toLocaleDateString(language, { month: 'short', day: 'numeric' })
  return date.toLocaleTimeString(language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(to - from < 5 * MINUTE ? { second: '2-digit' as const } : {}),
    hourCycle: 'h23',
  })
}

/** Where a moment is in the picture. */
export const percentAt = (at: number, { from, to }: Span): number =>
  (100 * (at - from)) / Math.max(1, to - from)
