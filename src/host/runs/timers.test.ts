import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StepTimers } from './step-timers.ts'
import { WaitTimers } from './wait-timers.ts'

const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('X11 the time in which a step is held does not count, whatever was left of it does', () => {
  const timers = new StepTimers()
  const fired: string[] = []
  timers.arm('a', 10 * MINUTE, () => fired.push('a'))
  vi.advanceTimersByTime(4 * MINUTE)
  timers.hold('a')
  vi.advanceTimersByTime(100 * MINUTE)
  timers.continue('a')
  timers.continue('a')
  vi.advanceTimersByTime(6 * MINUTE - 1)
  expect(fired).toEqual([])
  vi.advanceTimersByTime(1)
  expect(fired).toEqual(['a'])
})

it('R10 time in which the machine slept does not count, also where its clock continues meanwhile', () => {
  let clock = 0
  const timers = new StepTimers(() => clock)
  const fired: string[] = []
  timers.arm('a', 10 * MINUTE, () => fired.push('a'))
  const awake = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock += 1000
      vi.advanceTimersByTime(1000)
    }
  }
  awake(4 * MINUTE)
  for (let night = 0; night < 3; night++) clock += 480 * MINUTE
  awake(5 * MINUTE)
  timers.hold('a')
  clock += 480 * MINUTE
  timers.continue('a')
  expect(fired).toEqual([])
  awake(MINUTE)
  expect(fired).toEqual(['a'])
})

it('X11 a step that is left cancels its time, also while that is held', () => {
  const timers = new StepTimers()
  const fired: string[] = []
  timers.arm('a', MINUTE, () => fired.push('a'))
  timers.hold('a')
  timers.cancel('a')
  timers.continue('a')
  timers.hold('b')
  vi.advanceTimersByTime(10 * MINUTE)
  expect(fired).toEqual([])
})

it('a wait ends by the clock on the wall: a machine that slept through it is not late', () => {
  let now = Date.parse('2026-01-01T00:00:00.000Z')
  const waits = new WaitTimers(() => new Date(now))
  const over: string[] = []
  waits.arm('a', '2026-01-01T05:00:00.000Z', () => over.push('a'))
  vi.advanceTimersByTime(MINUTE)
  expect(over).toEqual([])
  now += 6 * 60 * MINUTE
  vi.advanceTimersByTime(MINUTE)
  expect(over).toEqual(['a'])
})

it('a wait whose time has passed, or cannot be read, is over at once; a cancelled one never is', () => {
  const waits = new WaitTimers(() => new Date('2026-01-01T00:00:00.000Z'))
  const over: string[] = []
  waits.arm('past', '2025-01-01T00:00:00.000Z', () => over.push('past'))
  waits.arm('odd', 'soon', () => over.push('odd'))
  waits.arm('gone', '2025-01-01T00:00:00.000Z', () => over.push('gone'))
  waits.cancel('gone')
  vi.advanceTimersByTime(1)
  expect(over).toEqual(['past', 'odd'])
})
