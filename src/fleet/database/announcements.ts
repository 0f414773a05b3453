import type pg from 'pg'

/** How long to collect announcements for one statement: the first after a while, and those behind it. */
const TOGETHER_MS = 5
const BEHIND_MS = 25

type Told = (channel: string, payload: string) => void

/**
 * Tells every coordinator what has changed, once it is certain. Not inside the transaction: those
 * that announce something are committed one at a time. What is lost here is found by looking again.
 */
export class Announcements {
  readonly #pool: pg.Pool
  #waiting = new Map<string, readonly [channel: string, payload: string]>()
  readonly #here = new Set<Told>()
  #soon: NodeJS.Timeout | null = null
  #sentAt = -BEHIND_MS

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

  /** Sends what waits; nothing is announced afterwards. */
  async close(): Promise<void> {
    if (this.#soon !== null) clearTimeout(this.#soon)
    await this.#send()
  }

  /** Each one wakes every connection that listens, in every coordinator. */
  #waitMs(): number {
    return Math.max(TOGETHER_MS, this.#sentAt + BEHIND_MS - performance.now())
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
