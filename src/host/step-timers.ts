/** Node's timers run on the monotonic clock: time in which the machine slept does not count. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

interface Running {
  timer: NodeJS.Timeout | null
  endsAt: number
  leftMs: number
  fired: () => void
}

export class StepTimers {
  readonly #timers = new Map<string, Running>()

  arm(key: string, afterMs: number, fired: () => void): void {
    this.cancel(key)
    this.#run(key, { timer: null, endsAt: 0, leftMs: afterMs, fired })
  }

  /** Stands still until it is continued. */
  hold(key: string): void {
    const running = this.#timers.get(key)
    if (running === undefined || running.timer === null) return
    clearTimeout(running.timer)
    running.timer = null
    running.leftMs = Math.max(0, running.endsAt - performance.now())
  }

  continue(key: string): void {
    const running = this.#timers.get(key)
    if (running?.timer === null) this.#run(key, running)
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key)?.timer ?? undefined)
    this.#timers.delete(key)
  }

  dispose(): void {
    for (const key of this.#timers.keys()) this.cancel(key)
  }

  #run(key: string, running: Running): void {
    const afterMs = Math.min(running.leftMs, LONGEST_TIMEOUT_MS)
    running.endsAt = performance.now() + afterMs
    running.timer = setTimeout(() => {
      this.#timers.delete(key)
      running.fired()
    }, afterMs)
    this.#timers.set(key, running)
  }
}
