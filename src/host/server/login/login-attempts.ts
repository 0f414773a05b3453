const WINDOW_MS = 60_000
const MAX_FAILURES = 20
const MAX_ADDRESSES = 10_000

/** Counts failed logins by the socket's address: a header could name any other. */
export class LoginAttempts {
  readonly #now: () => Date
  readonly #failures = new Map<string, { count: number; until: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Seconds to wait, or null if the address may try. */
  waitOf(address: string): number | null {
    const known = this.#current(address)
    if (known === null || known.count < MAX_FAILURES) return null
    return Math.ceil((known.until - this.#now().getTime()) / 1000)
  }

  failed(address: string): void {
    const known = this.#current(address)
    if (known) {
      known.count++
      return
    }
    this.#failures.delete(address)
    this.#failures.set(address, { count: 1, until: this.#now().getTime() + WINDOW_MS })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_ADDRESSES && oldest !== undefined) this.#failures.delete(oldest)
  }

  #current(address: string): { count: number; until: number } | null {
    const known = this.#failures.get(address)
    return known && known.until > this.#now().getTime() ? known : null
  }
}
