import type { StepClock } from '../ports/timers.ts'

/**
 * Long times are counted in slices, so that at most one of them passes while the machine sleeps:
 * Node's clock stops meanwhile on Linux, but not on macOS.
 */
const SLICE_MS = 30_000

interface Running {
  timer: NodeJS.Timeout | null
  since: number
  leftMs: number
  fired: () => void
}

/** Counts only the time in which the machine is awake. */
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

  /** Pauses the timer until `continue`. */
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

  /** Permanent: effects still being carried out when the host closes arm no more timers. */
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
