import type { Socket } from 'node:net'

const MAX_STRANGERS = 400
const PATIENCE_MS = 10_000
/** A phone with a bad network needs longer to load the page's files. */
const PAGE_MS = 60_000

/**
 * Connections that have not identified themselves yet. They get little time and few places, and a
 * new one displaces one of them: however many there are, clients with access can connect.
 */
export class UnknownConnections {
  readonly #patienceMs: number
  /** Oldest first. */
  readonly #timers = new Map<Socket, NodeJS.Timeout>()

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
  }

  add(socket: Socket): void {
    this.#wait(socket, this.#patienceMs)
    socket.once('close', () => this.admitted(socket))
    if (this.#timers.size > MAX_STRANGERS) this.#oldestOfBusiest()?.destroy()
  }

  /** It has the cookie of a session, which others may have intercepted. */
  loadsPage(socket: Socket): void {
    if (this.#timers.has(socket)) this.#wait(socket, PAGE_MS)
  }

  admitted(socket: Socket): void {
    clearTimeout(this.#timers.get(socket))
    this.#timers.delete(socket)
  }

  #wait(socket: Socket, ms: number): void {
    clearTimeout(this.#timers.get(socket))
    this.#timers.set(socket, setTimeout(() => socket.destroy(), ms).unref())
  }

  /** One computer with many connections must not push out the first one of another. */
  #oldestOfBusiest(): Socket | undefined {
    const byAddress = new Map<string | undefined, Socket[]>()
    for (const socket of this.#timers.keys()) {
      const others = byAddress.get(socket.remoteAddress)
      if (others) others.push(socket)
      else byAddress.set(socket.remoteAddress, [socket])
    }
    return [...byAddress.values()].reduce((a, b) => (b.length > a.length ? b : a))[0]
  }
}
