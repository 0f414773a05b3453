import type { HostApi, HostEvent, RpcInput, RpcMethod, RpcReply } from '../contracts/rpc.ts'

export class HostGone extends Error {
  constructor(cause: unknown) {
    super('the host does not answer', { cause })
  }
}

/** The live host of another process, reached over loopback. */
export class HostClient implements HostApi {
  readonly #base: string
  readonly #headers: Record<string, string>
  readonly #listeners = new Set<(event: HostEvent) => void>()
  readonly #gone = new AbortController()

  private constructor(address: { port: number; token: string }) {
    this.#base = `http://127.0.0.1:${address.port}`
    this.#headers = { authorization: `Bearer ${address.token}` }
  }

  /** The event stream is open before this returns: nothing that follows a call can be missed. */
  static async connect(address: { port: number; token: string }): Promise<HostClient> {
    const client = new HostClient(address)
    const response = await client.#fetch('/events', {})
    if (!response.ok || response.body === null) throw new HostGone(response.status)
    void client.#listen(response.body)
    return client
  }

  /** Fires when the host closed the channel or died. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  close(): void {
    this.#gone.abort()
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async call<M extends RpcMethod>(method: M, input: RpcInput<M>): Promise<RpcReply<M>> {
    const response = await this.#fetch(`/rpc/${method}`, {
      method: 'POST',
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new HostGone(`${method}: ${response.status} ${await response.text()}`)
    return (await response.json()) as RpcReply<M>
  }

  /** The raw log of an agent from `offset` on, until the agent has ended. */
  async log(agentId: string, offset = 0): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#fetch(`/log/${agentId}?offset=${offset}`, {})
    if (!response.ok || response.body === null) throw new HostGone(`log: ${response.status}`)
    return response.body
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    try {
      const signal = this.#gone.signal
      return await fetch(this.#base + path, { ...init, headers: this.#headers, signal })
    } catch (error) {
      throw new HostGone(error)
    }
  }

  async #listen(body: ReadableStream<Uint8Array>): Promise<void> {
    try {
      for await (const event of jsonLines(body)) this.#emit(event as HostEvent)
    } finally {
      this.#gone.abort()
    }
  }

  #emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** Splits on newline bytes only: other separators are legal inside a JSON string. */
async function* jsonLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (;;) {
    const chunk = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (chunk.done || chunk.value === undefined) return
    const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  }
}
