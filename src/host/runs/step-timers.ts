import type { StepClock } from '../ports/timers.ts'

/**
 * Long times are counted in slices: what a machine slept through is at most one of them. On Linux
 * Node's clock stands still meanwhile, on macOS it does not.
 */
const SLICE_MS = 30_000

interface Running {
  timer: NodeJS.Timeout | null
  since: number
  leftMs: number
  fired: () => void
}

/** Count the time in which the machine was awake. */
export class StepTimers implements StepClock {
  readonly #timers = new Map<string, Running>()
  readonly #now: () => number
  #isDisposed = false

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  arm(key: string, afterMs: number, fired: () => void): void {
    this.cancel(key)
    this.#run(key, { timer: null, since: 0, leftMs: afterMs, fired })
  }

  /** Stands still until it is continued. */
  hold(key: string): void {
    const running = this.#timers.get(key)
    if (running === undefined || running.timer === null) return
    clearTimeout(running.timer)
    running.timer = null
    const passed = Math.min(this.#now() - running.since, SLICE_MS)
    running.leftMs = Math.max(0, running.leftMs - passed)
  }

  continue(key: string): void {
    const running = this.#timers.get(key)
    if (running?.timer === null) this.#run(key, running)
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key)?.timer ?? undefined)
    this.#timers.delete(key)
  }

  /** For good: what a host still had to carry out when it was closed arms no more timers. */
  dispose(): void {
    this.#isDisposed = true
    for (const key of this.#timers.keys()) this.cancel(key)
  }

  #run(key: string, running: Running): void {
    if (this.#isDisposed) return
    running.since = this.#now()
    running.timer = setTimeout(
      () => this.#sliceOver(key, running),
      Math.min(running.leftMs, SLICE_MS),
    )
    this.#timers.set(key, running)
  }

  #sliceOver(key: string, running: Running): void {
    running.leftMs -= SLICE_MS
    if (running.leftMs > 0) return this.#run(key, running)
    this.#timers.delete(key)
    running.fired()
  }
}
