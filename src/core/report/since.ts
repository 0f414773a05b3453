import { momentOf, msOf } from '../moments.ts'

const HOUR = 60 * 60_000
const UNITS = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR } as const

/** `12h`, `2d` or `1w` before `now`, or the given timestamp. */
export function sinceAt(text: string, now: string): string {
  const [, amount, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? []
  if (amount === undefined || unit === undefined) return momentOf(msOf(text))
  return momentOf(msOf(now) - Number(amount) * UNITS[unit as keyof typeof UNITS])
}
