/** Node's timers run on the monotonic clock: time in which the machine slept does not count. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export class StepTimers {
  readonly #timers = new Map<string, NodeJS.Timeout>()

  arm(key: string, afterMs: number, fired: () => void): void {
    this.cancel(key)
    const timer = setTimeout(
      () => {
        this.#timers.delete(key)
        fired()
      },
      Math.min(afterMs, LONGEST_TIMEOUT_MS),
    )
    this.#timers.set(key, timer)
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}
