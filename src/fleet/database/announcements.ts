import type pg from 'pg'

/** How long to collect announcements for one statement, and the least time between statements. */
const COLLECT_MS = 5
const MIN_INTERVAL_MS = 25

type Told = (channel: string, payload: string) => void

/**
 * Tells every coordinator what has changed, once it is committed. Never inside the transaction:
 * PostgreSQL commits transactions that notify one at a time. Receivers poll for what gets lost.
 */
export class Announcements {
  readonly #pool: pg.Pool
  #waiting = new Map<string, readonly [channel: string, payload: string]>()
  readonly #here = new Set<Told>()
  #soon: NodeJS.Timeout | null = null
  #sentAt = -MIN_INTERVAL_MS

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Listeners in this process hear of it immediately. */
  onTold(listener: Told): () => void {
    this.#here.add(listener)
    return () => this.#here.delete(listener)
  }

  tell(channel: string, payload: string): void {
    for (const listener of this.#here) listener(channel, payload)
    this.#waiting.set(`${channel} ${payload}`, [channel, payload])
    this.#soon ??= setTimeout(() => void this.#send(), this.#waitMs())
  }

  /** Sends what is still waiting. */
  async close(): Promise<void> {
    if (this.#soon !== null) clearTimeout(this.#soon)
    await this.#send()
  }

  /** Limits the rate: each one wakes every listening connection in every coordinator. */
  #waitMs(): number {
    return Math.max(COLLECT_MS, this.#sentAt + MIN_INTERVAL_MS - performance.now())
  }

  async #send(): Promise<void> {
    this.#soon = null
    this.#sentAt = performance.now()
    const told = [...this.#waiting.values()]
    this.#waiting = new Map()
    if (told.length === 0) return
    try {
      await this.#pool.query(
        `select pg_notify(channel, payload)
         from unnest($1::text[], $2::text[]) as told (channel, payload)`,
        [told.map(([channel]) => channel), told.map(([, payload]) => payload)],
      )
    } catch {
      // The database is away: everyone looks again when it is back.
    }
  }
}
