/** How long it waits when no agent follows. */
const AT_MOST_MS = 25

/** Puts off what would only be in the way of the next launch. */
export class AfterLaunch {
  #waiting: (() => void)[] = []
  #timer: NodeJS.Timeout | null = null

  /** Until the next agent runs, or for a moment. */
  wait(): Promise<void> {
    this.#timer ??= setTimeout(() => this.go(), AT_MOST_MS).unref()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** An agent has been launched: its launcher goes first. */
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
