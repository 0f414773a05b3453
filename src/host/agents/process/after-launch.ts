/** The longest wait if no launch follows. */
const MAX_WAIT_MS = 25

/** Delays work that would slow down the next launch. */
export class AfterLaunch {
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | null = null

  /** Resolves after the next launch, or after a moment if there is none. */
  wait(): Promise<void> {
    this.#timer ??= setTimeout(() => this.go(), MAX_WAIT_MS).unref()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** To be called after each launch; the caller continues before anyone who waits. */
  launched(): void {
    if (this.#waiting.length > 0) setImmediate(() => this.go())
  }

  go(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }
}
