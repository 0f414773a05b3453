import { Listening } from '../database/listening.ts'

export const JOURNAL_CHANNEL = 'sdd_journal'

/** Announcements may be lost with a connection: how often everyone looks anyway. */
const BACKSTOP_MS = 500

type Look = () => void

/** One connection on which this process hears that journals have grown. */
export class JournalFeed implements AsyncDisposable {
  readonly #looks = new Map<number, Set<Look>>()
  readonly #backstop: NodeJS.Timeout
  #listening: Listening | null = null

  private constructor() {
    this.#backstop = setInterval(() => this.#lookAll(), BACKSTOP_MS)
  }

  static async open(url: string): Promise<JournalFeed> {
    const feed = new JournalFeed()
    feed.#listening = await Listening.open(url, {
      channels: [JOURNAL_CHANNEL],
      heard: (_, payload) => feed.#look(Number(payload)),
      connected: () => feed.#lookAll(),
    })
    return feed
  }

  /** `look` is called when that item's journal may have grown; returns an unsubscribe function. */
  follow(item: number, look: Look): () => void {
    const looks = this.#looks.get(item) ?? new Set()
    this.#looks.set(item, looks.add(look))
    return () => {
      looks.delete(look)
      if (looks.size === 0 && this.#looks.get(item) === looks) this.#looks.delete(item)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#backstop)
    await this.#listening?.[Symbol.asyncDispose]()
  }

  #look(item: number): void {
    for (const look of this.#looks.get(item) ?? []) look()
  }

  #lookAll(): void {
    for (const item of this.#looks.keys()) this.#look(item)
  }
}
