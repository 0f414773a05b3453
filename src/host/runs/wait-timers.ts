import type { WaitClock } from '../ports/timers.ts'

/** Checks this often, because a quota resets by wall-clock time even if the machine slept. */
const LOOK_MS = 30_000

export class WaitTimers implements WaitClock {
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #now: () => Date
  #isDisposed = false

  constructor(now: () => Date) {
    this.#now = now
  }

  arm(key: string, until: string, over: () => void): void {
    this.cancel(key)
    if (this.#isDisposed) return
    const leftMs = Date.parse(until) - this.#now().getTime()
    const isOver = !(leftMs > 0)
    const timer = setTimeout(
      () => {
        this.#timers.delete(key)
        if (isOver) over()
        else this.arm(key, until, over)
      },
      isOver ? 0 : Math.min(leftMs, LOOK_MS),
    )
    this.#timers.set(key, timer)
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
  }

  /** Permanent: effects still being carried out when the host closes arm no more timers. */
  dispose(): void {
    this.#isDisposed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
