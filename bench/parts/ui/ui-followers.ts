import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { LiveConnection } from '../../../src/client/live-connection.ts'
import type { NewsBatch } from '../../../src/contracts/rpc.ts'
import type { HostAddress } from '../../../src/host/project/host-lock.ts'

const followers: Follower[] = []

/** Many windows at once: each receives everything and remembers which entries it received. */
export const calls = {
  async open({ address, count }: { address: HostAddress; count: number }) {
    for (let index = 0; index < count; index++) followers.push(new Follower(address))
    for (const follower of followers) await follower.isOnline
  },

  /** Waits until all have seen that many specs settle, then counts missing and double entries. */
  async check({ settled, entries }: { settled: number; entries: Record<string, number[]> }) {
    for (const follower of followers) await follower.hasHeard(settled)
    let [lost, doubled] = [0, 0]
    for (const follower of followers) {
      for (const [item, seqs] of Object.entries(entries)) {
        const heard = follower.entries.get(item) ?? []
        const distinct = new Set(heard)
        lost += seqs.filter((seq) => !distinct.has(seq)).length
        doubled += heard.length - distinct.size
      }
      follower.entries.clear()
    }
    return { lost, doubled, fresh: followers.reduce((sum, { fresh }) => sum + fresh - 1, 0) }
  },

  async close() {
    for (const follower of followers.splice(0)) follower.close()
    // Lets the connections close before the next run is measured.
    await pause(0)
  },
}

class Follower {
  readonly entries = new Map<string, number[]>()
  readonly isOnline: Promise<void>
  /** Fresh batches: one at the beginning; any other means that something was missed. */
  fresh = 0
  readonly #connection: LiveConnection
  #settled = 0
  #wake: () => void = () => undefined

  constructor({ port, token }: HostAddress) {
    this.#connection = new LiveConnection({
      url: `http://127.0.0.1:${port}`,
      WebSocket,
      headers: { authorization: `Bearer ${token}` },
    })
    this.isOnline = new Promise((resolve) => {
      this.#connection.onStatus((status) => {
        if (status === 'online') resolve()
      })
    })
    this.#connection.onNews((batch) => this.#hear(batch))
  }

  async hasHeard(settled: number): Promise<void> {
    while (this.#settled < settled) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#settled = 0
  }

  close(): void {
    this.#connection.close()
  }

  #hear({ fresh, news }: NewsBatch): void {
    if (fresh) this.fresh++
    for (const { project, event } of news) {
      if (project === null) continue
      if (event.type === 'settled') this.#settled++
      if (event.type !== 'entry') continue
      const heard = this.entries.get(event.item.name) ?? []
      heard.push(event.entry.seq)
      this.entries.set(event.item.name, heard)
    }
    this.#wake()
  }
}
