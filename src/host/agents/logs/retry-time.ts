const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const UNIT_MS: Readonly<Record<string, number>> = {
  d: DAY_MS,
  h: DAY_MS / 24,
  m: MINUTE_MS,
  s: SECOND_MS,
}
/** A time further away than this must be a misreading. */
const FARTHEST_MS = 32 * DAY_MS

/** When a CLI's message says to try again; null if it says nothing or cannot be understood. */
export const retryTimeIn = (words: string, now: Date): string | null => {
  const found = epochIn(words) ?? spanIn(words, now) ?? clockTimeIn(words, now)
  if (found === null || found < now.getTime() || found > now.getTime() + FARTHEST_MS) return null
  return new Date(found).toISOString()
}

export const isoOfSeconds = (seconds: number): string | null => {
  const date = new Date(seconds * SECOND_MS)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** `usage limit reached|1767225600`, `2026-01-01T00:00:00Z` */
const epochIn = (words: string): number | null => {
  const seconds = /limit reached\|(\d{10})\b/i.exec(words)?.[1]
  if (seconds !== undefined) return Number(seconds) * SECOND_MS
  const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/.exec(words)?.[0]
  const time = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isNaN(time) ? null : time
}

/** `try again in 2 days 3 hours`, `retry after 34.2s`, `retryDelay":"34s` */
const spanIn = (words: string, now: Date): number | null => {
  const opening = /(?:again in|retry in|resets? in|retry.?after|retryDelay)["':\s]*/i.exec(words)
  if (opening === null) return null
  const rest = words.slice(opening.index + opening[0].length)
  const part = /^[\s,]*(?:and\s+)?(\d+(?:\.\d+)?)\s*(d|h|m|s)(?!s)[a-z]*\b/i
  let span = 0
  let left = rest
  for (let match = part.exec(left); match !== null; match = part.exec(left)) {
    span += Number(match[1]) * (UNIT_MS[match[2]?.toLowerCase() ?? ''] ?? 0)
    left = left.slice(match[0].length)
  }
  return span === 0 ? null : now.getTime() + span
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK_TIME =
  /(?:resets?|again)\s+(?:at\s+|on\s+)?(?:([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:(\d{4}),?\s+)?(?:at\s+)?)?(\d{1,2})(?::(\d\d))?\s*(am|pm)?(?:\s*\(([\w/+-]+)\))?/i

/** `resets 3pm (Europe/Berlin)`, `again at Jan 5th, 2026 3:05 PM`; local time without a zone. */
const clockTimeIn = (words: string, now: Date): number | null => {
  const match = CLOCK_TIME.exec(words)
  if (match === null) return null
  const [, monthName, day, year, hourText = '', minute, half, zone] = match
  if (minute === undefined && half === undefined) return null
  const hour =
    (Number(hourText) % (half === undefined ? 24 : 12)) + (/pm/i.test(half ?? '') ? 12 : 0)
  const today = wallClock(now.getTime(), zone)
  if (today === null) return null
  const month = monthName === undefined ? -1 : MONTHS.indexOf(monthName.toLowerCase())
  if (monthName !== undefined && month < 0) return null
  const wallIn = (inYear: number): number =>
    Date.UTC(
      inYear,
      month < 0 ? today.getUTCMonth() : month,
      day === undefined ? today.getUTCDate() : Number(day),
      hour,
      Number(minute ?? 0),
    )
  // The end of that minute: within it the quota may still be used up.
  const late = now.getTime() - today.getTime() + MINUTE_MS
  const thisYear = today.getUTCFullYear()
  const time = wallIn(year === undefined ? thisYear : Number(year)) + late
  if (time >= now.getTime() || year !== undefined) return time
  return day === undefined ? time + DAY_MS : wallIn(thisYear + 1) + late
}

/** The time in a zone as if it were UTC; null for an unknown zone. */
const wallClock = (time: number, zone: string | undefined): Date | null => {
  const seconds = Math.floor(time / SECOND_MS) * SECOND_MS
  try {
    const options = { dateStyle: 'short', timeStyle: 'medium' } as const
    const place = zone === undefined ? {} : { timeZone: zone }
    const shown = new Intl.DateTimeFormat('sv-SE', { ...options, ...place }).format(seconds)
    return new Date(Date.parse(`${shown.replace(' ', 'T')}Z`) + (time - seconds))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
