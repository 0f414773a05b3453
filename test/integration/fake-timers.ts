import { vi } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'

/** Longer than what the host puts off, shorter than any limit of a step. */
const MOMENT_MS = 5000

/** A clock for the host's timers that passes only when it is told to. */
export function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return {
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    /** Returns once so many are left beside those of a moment, which come to their end. */
    left: (count: number) => {
      let passed = 0
      return until(() => {
        if (passed < MOMENT_MS) vi.advanceTimersByTime(30)
        passed += 30
        return vi.getTimerCount() === count
      })
    },
    [Symbol.dispose]: () => void vi.useRealTimers(),
  }
}
