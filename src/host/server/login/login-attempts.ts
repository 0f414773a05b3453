const WINDOW_MS = 60_000
const MAX_FAILURES = 20
const MAX_KEYS = 10_000

/** Counts failed logins, usually by the socket's address: a header could name any other. */
export class LoginAttempts {
  readonly #now: () => Date
  readonly #failures = new Map<string, { count: number; until: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Seconds to wait, or null if it may be tried. */
  waitOf(key: string): number | null {
    const known = this.#current(key)
    if (known === null || known.count < MAX_FAILURES) return null
    return Math.ceil((known.until - this.#now().getTime()) / 1000)
  }

  failed(key: string): void {
    const known = this.#current(key)
    if (known) {
      known.count++
      return
    }
    this.#failures.delete(key)
    this.#failures.set(key, { count: 1, until: this.#now().getTime() + WINDOW_MS })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_KEYS && oldest !== undefined) this.#failures.delete(oldest)
  }

  #current(key: string): { count: number; until: number } | null {
    const known = this.#failures.get(key)
    return known && known.until > this.#now().getTime() ? known : null
  }
}
