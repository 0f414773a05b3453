import { describe, expect, it } from 'vitest'
import { retryTimeIn } from './retry-time.ts'

const NOW = new Date('2026-01-05T10:00:00.000Z')

describe('when an agent may be asked again', () => {
  it.each([
    ['Claude AI usage limit reached|1767625200', '2026-01-05T15:00:00.000Z'],
    ["You've hit your session limit · resets 3pm (UTC)", '2026-01-05T15:01:00.000Z'],
    ["You've hit your limit · resets 9:30am (UTC)", '2026-01-06T09:31:00.000Z'],
    [
      "You've hit your weekly limit · resets Jan 8, 5pm (Europe/Berlin)",
      '2026-01-08T16:01:00.000Z',
    ],
    ['try again at Jan 7th, 2026 3:05 PM (America/New_York).', '2026-01-07T20:06:00.000Z'],
    ['Try again in 2 days 3 hours 5 minutes.', '2026-01-07T13:05:00.000Z'],
    ['Try again at 10:00 AM (UTC).', '2026-01-05T10:01:00.000Z'],
    ['Please retry in 34.5s.', '2026-01-05T10:00:34.500Z'],
    ['{"retryDelay":"3600s"}', '2026-01-05T11:00:00.000Z'],
    ['Rate limited until 2026-01-05T12:00:00Z', '2026-01-05T12:00:00.000Z'],
  ])('%s', (words, time) => {
    expect(retryTimeIn(words, NOW)).toBe(time)
  })

  it('is next year where a date without a year has passed', () => {
    const now = new Date('2025-12-30T10:00:00.000Z')
    const time = '2026-01-02T15:01:00.000Z'
    expect(retryTimeIn("You've hit your limit · resets Jan 2, 3pm (UTC)", now)).toBe(time)
    expect(retryTimeIn('resets Dec 29, 3pm (UTC)', now)).toBeNull()
    expect(retryTimeIn('resets Jan 2, 2025, 3pm (UTC)', now)).toBeNull()
  })

  it.each([
    'rate limited',
    'try again later',
    'resets 3pm (Nowhere/Land)',
    'usage limit reached|9999999999',
    'usage limit reached|0000000001',
    'try again in no time',
    'resets Foo 9, 5pm',
  ])('says nothing for: %s', (words) => {
    expect(retryTimeIn(words, NOW)).toBeNull()
  })
})
