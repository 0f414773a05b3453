import { vi } from 'vitest'
import { until } from '../../src/testkit/worlds/agent-world.ts'

/** Longer than the host's short delays, shorter than any time limit of a step. */
const MOMENT_MS = 5000

/** A clock for the host's timers that advances only on demand. */
export function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return {
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    /** Lets short delays pass, and resolves once `count` timers are left. */
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
