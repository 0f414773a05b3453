import pg from 'pg'
import { WORKER_CHANNEL } from '../runs/queued-steps.ts'
import type { ToldWorker } from './worker-calls.ts'

export interface Told {
  worker: string
  told: ToldWorker
}

const RECONNECT_MS = 200

/** What transactions anywhere have to say to workers that are connected here. */
export class ToldFeed implements AsyncDisposable {
  readonly #url: string
  readonly #listeners = new Set<(told: Told) => void>()
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(url: string) {
    this.#url = url
  }

  static async open(url: string): Promise<ToldFeed> {
    const feed = new ToldFeed(url)
    await feed.#connect()
    return feed
  }

  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url })
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    client.on('error', () => undefined)
    client.on('end', () => this.#reconnect())
    await client.connect()
    await client.query(`listen ${WORKER_CHANNEL}`)
    this.#client = client
  }

  /** A stop that is missed meanwhile is found by the worker's next sign of life. */
  #reconnect(): void {
    if (this.#isClosed) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connect().catch(() => this.#reconnect())
    }, RECONNECT_MS)
  }

  #hear(payload: string): void {
    const told = JSON.parse(payload) as Told
    for (const listener of this.#listeners) listener(told)
  }
}
