import { Listening } from '../database/listening.ts'
import { STEPS_CHANNEL, WORKER_CHANNEL } from '../runs/queued-steps.ts'
import type { ToldWorker } from './worker-calls.ts'

export interface Told {
  worker: string
  told: ToldWorker
}

/** What transactions anywhere have to tell workers that are connected here. */
export class ToldFeed implements AsyncDisposable {
  readonly #listeners = new Set<(told: Told) => void>()
  readonly #connected = new Set<() => void>()
  #listening: Listening | null = null

  /** A missed stop is found by the worker's next sign of life; answers are kept in the database. */
  static async open(url: string, stepsWait: () => void): Promise<ToldFeed> {
    const feed = new ToldFeed()
    feed.#listening = await Listening.open(url, {
      channels: [WORKER_CHANNEL, STEPS_CHANNEL],
      heard: (channel, payload) => (channel === STEPS_CHANNEL ? stepsWait() : feed.#hear(payload)),
      connected: () => {
        for (const listener of feed.#connected) listener()
      },
    })
    return feed
  }

  listen(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Announcements made before it may have been lost. */
  onConnected(listener: () => void): () => void {
    this.#connected.add(listener)
    return () => this.#connected.delete(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listening?.[Symbol.asyncDispose]()
  }

  #hear(payload: string): void {
    const told = JSON.parse(payload) as Told
    for (const listener of this.#listeners) listener(told)
  }
}
