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
/** Of the width, in percent: how much each break takes, and all of them at most. */
const BREAK = 10
const ALL_BREAKS = 40
/** Closer together than this part of the width, two times would be written over each other. */
const ROOM = 8
const PHONE_ROOM = 24

export const roomOn = (isPhone: boolean): number => (isPhone ? PHONE_ROOM : ROOM)

export interface Span {
  from: number
  to: number
}

/** An axis of time on which some stretches are drawn short, whatever their length. */
export interface TimeAxis extends Span {
  /** In order; none overlap. */
  breaks: readonly Span[]
}

const lengthOf = ({ from, to }: Span): number => to - from
const sumOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, span) => sum + lengthOf(span), 0)

/** What is drawn to scale. */
const scaledLength = (axis: TimeAxis): number => Math.max(1, lengthOf(axis) - sumOf(axis.breaks))

/** How much of the width a break takes. */
export const breakPercent = ({ breaks }: TimeAxis): number =>
  Math.min(BREAK, ALL_BREAKS / Math.max(1, breaks.length))

/** Round moments of your clock outside of the breaks, few enough to be read. */
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

/** Where words that belong there have their middle, so that no end of them is cut off. */
export const inSight = (percent: number, room: number): number =>
  Math.min(Math.max(percent, room / 2), 100 - room / 2)

/** The breaks whose length can be written below them, and where. */
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

/** Where a moment is in the picture. */
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
