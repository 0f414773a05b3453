import { vi } from 'vitest'

/** A clock for the host's timers that passes only when it is told to. */
export function fakeTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return {
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    count: () => vi.getTimerCount(),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  }
}
