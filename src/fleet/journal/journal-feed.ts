import pg from 'pg'

const CHANNEL = 'sdd_journal'

/** What was announced may be lost with a connection: everyone looks again so often. */
const BACKSTOP_MS = 500
const RECONNECT_MS = 200

type Look = () => void

/** One connection on which this process hears that journals have grown. */
export class JournalFeed implements AsyncDisposable {
  readonly #url: string
  readonly #looks = new Map<number, Set<Look>>()
  readonly #backstop: NodeJS.Timeout
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(url: string) {
    this.#url = url
    this.#backstop = setInterval(() => this.#lookAll(), BACKSTOP_MS)
  }

  static async open(url: string): Promise<JournalFeed> {
    const feed = new JournalFeed(url)
    await feed.#connect()
    return feed
  }

  /** `look` is called whenever that item's journal may have grown; returns what ends it. */
  follow(item: number, look: Look): () => void {
    const looks = this.#looks.get(item) ?? new Set()
    this.#looks.set(item, looks.add(look))
    return () => {
      looks.delete(look)
      if (looks.size === 0 && this.#looks.get(item) === looks) this.#looks.delete(item)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#backstop)
    clearTimeout(this.#again)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url })
    client.on('notification', ({ payload }) => this.#look(Number(payload)))
    client.on('error', () => undefined)
    client.on('end', () => this.#reconnect(client))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    // What came while nobody listened.
    this.#lookAll()
  }

  #reconnect(ended: pg.Client): void {
    if (this.#isClosed || (this.#client !== null && this.#client !== ended)) return
    this.#client = null
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connect().catch(() => this.#reconnect(ended))
    }, RECONNECT_MS)
  }

  #look(item: number): void {
    for (const look of this.#looks.get(item) ?? []) look()
  }

  #lookAll(): void {
    for (const item of this.#looks.keys()) this.#look(item)
  }
}
