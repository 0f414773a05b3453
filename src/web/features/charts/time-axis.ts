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
/** In percent of the width: one break, and all breaks together at most. */
const BREAK = 10
const ALL_BREAKS = 40
/** Labels closer than this percentage of the width would overlap. */
const ROOM = 8
const PHONE_ROOM = 24

export const roomOn = (isPhone: boolean): number => (isPhone ? PHONE_ROOM : ROOM)

export interface Span {
  from: number
  to: number
}

/** A time axis on which some stretches are drawn short, whatever their length. */
export interface TimeAxis extends Span {
  /** In order; none overlap. */
  breaks: readonly Span[]
}

const lengthOf = ({ from, to }: Span): number => to - from
const sumOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + lengthOf(span), 0)

/** The total time outside of the breaks. */
const scaledLength = (axis: TimeAxis): number => Math.max(1, lengthOf(axis) - sumOf(axis.breaks))

/** The percentage of the width that one break takes. */
export const breakPercent = ({ breaks }: TimeAxis): number =>
  Math.min(BREAK, ALL_BREAKS / Math.max(1, breaks.length))

/** Round local times outside of the breaks, few enough to be readable. */
export function ticksOf(axis: TimeAxis, room = ROOM): number[] {
  const { from, to, breaks } = axis
  const step = STEPS.find((one) => scaledLength(axis) / one <= MOST_TICKS) ?? lengthOf(axis)
  const offset = new Date(from).getTimezoneOffset() * MINUTE
  const starts = [from, ...breaks.map((one) => one.to)]
  const ends = [...breaks.map((one) => one.from), to]
  const ticks: number[] = []
  const wordsAt = (at: number): number => inSight(percentAt(at, axis), room)
  const lengths = lengthsOf(axis, room).map(({ at }) => at)
  const taken = (before: number | undefined): number[] =>
    before === undefined ? lengths : [...lengths, wordsAt(before)]
  for (const [index, start] of starts.entries()) {
    const end = ends[index] ?? to
    for (let at = Math.ceil((start - offset) / step) * step + offset; at <= end; at += step)
      if (taken(ticks.at(-1)).every((other) => Math.abs(wordsAt(at) - other) >= room))
        ticks.push(at)
  }
  return ticks
}

/** Moves the middle of a label so that neither end is cut off. */
export const inSight = (percent: number, room: number): number =>
  Math.min(Math.max(percent, room / 2), 100 - room / 2)

/** The breaks with room for their length below them, and its position in percent. */
export function lengthsOf(axis: TimeAxis, room = ROOM): { at: number; ms: number }[] {
  const places: { at: number; ms: number }[] = []
  for (const one of axis.breaks) {
    const at = inSight(percentAt(one.from, axis) + breakPercent(axis) / 2, room)
    const before = places.at(-1)
    if (before === undefined || at - before.at >= room) places.push({ at, ms: lengthOf(one) })
  }
  return places
}

export function tickWords(at: number, axis: TimeAxis, language: string): string {
  const date = new Date(at)
  const shown = scaledLength(axis)
  if (shown >= 3 * DAY) return date.toLocaleDateString(language, { month: 'short', day: 'numeric' })
  return date.toLocaleTimeString(language, {
    hour: '2-digit',
    minute: '2-digit',
    ...(shown < 5 * MINUTE ? { second: '2-digit' as const } : {}),
    hourCycle: 'h23',
  })
}

/** The horizontal position of a moment, in percent. */
export function percentAt(at: number, axis: TimeAxis): number {
  const { from, breaks } = axis
  const each = breakPercent(axis)
  let [scaled, broken] = [at - from, 0]
  for (const one of breaks) {
    const inside = Math.min(Math.max(at - one.from, 0), lengthOf(one))
    scaled -= inside
    broken += (each * inside) / lengthOf(one)
  }
  return broken + ((100 - each * breaks.length) * scaled) / scaledLength(axis)
}
