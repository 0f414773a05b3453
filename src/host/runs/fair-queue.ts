interface Waiting {
  key: string
  granted: () => void
}

/** At most as many holders as `limit` says now; the rest wait in the order in which they came. */
export class FairQueue {
  readonly #limit: () => number
  readonly #holders = new Set<string>()
  #waiting: Waiting[] = []

  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** `atOnce` is for a run that already was at work when its host died: it never goes to the end. */
  acquire(key: string, granted: () => void, atOnce = false): 'granted' | 'waiting' {
    if (!this.#holders.has(key) && !atOnce && this.#holders.size >= this.#limit()) {
      this.#waiting.push({ key, granted })
      return 'waiting'
    }
    this.#holders.add(key)
    granted()
    return 'granted'
  }

  release(key: string): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.key !== key)
    if (this.#holders.delete(key)) this.admit()
  }

  /** Lets in whoever fits: after a release, and when the limit has grown. */
  admit(): void {
    while (this.#holders.size < this.#limit()) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#holders.add(next.key)
      next.granted()
    }
  }
}
