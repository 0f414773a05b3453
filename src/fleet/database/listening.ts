import pg from 'pg'

const RECONNECT_MS = 200

interface Listener {
  channels: readonly string[]
  heard: (channel: string, payload: string) => void
  /** Called on every connect: what was announced before it is lost, anything may have changed. */
  connected: () => void
}

/** One connection on which this process hears what transactions anywhere announce. */
export class Listening implements AsyncDisposable {
  readonly #url: string
  readonly #parts: Listener
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  private constructor(url: string, parts: Listener) {
    this.#url = url
    this.#parts = parts
  }

  static async open(url: string, parts: Listener): Promise<Listening> {
    const listening = new Listening(url, parts)
    await listening.#connect()
    return listening
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#again)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const { channels, heard, connected } = this.#parts
    const client = new pg.Client({ connectionString: this.#url })
    client.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''))
    client.on('error', () => undefined)
    client.on('end', () => this.#reconnect(client))
    await client.connect()
    for (const channel of channels) await client.query(`listen ${channel}`)
    if (this.#isClosed) return client.end()
    this.#client = client
    connected()
  }

  #reconnect(ended: pg.Client): void {
    if (this.#isClosed || (this.#client !== null && this.#client !== ended)) return
    this.#client = null
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connect().catch(() => this.#reconnect(ended))
    }, RECONNECT_MS)
  }
}
