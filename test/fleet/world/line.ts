import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

type State = 'open' | 'cut' | 'silent' | 'half'

/** Connects a worker and its coordinator: can be cut, silenced, half-closed and redirected. */
export class Line implements AsyncDisposable {
  readonly #server = createServer({ allowHalfOpen: true }, (socket) => this.#connect(socket))
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #state: State = 'open'
  target: string
  /** Delays every packet in either direction. */
  delayMs = 0
  /** How many connections were tried. */
  connectionsTried = 0

  constructor(target: string) {
    this.target = target
  }

  async url(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Closes all connections, and lets no new one through until it is mended. */
  cut(): void {
    this.#state = 'cut'
    this.#endAll()
  }

  /** Nothing gets through, and nobody is told: as when a cable is pulled. */
  fallSilent(): void {
    this.#state = 'silent'
  }

  /** The coordinator hears the worker, but the worker hears nothing. */
  halfClose(): void {
    this.#state = 'half'
    for (const [near] of this.#pairs) near.end()
  }

  mend(target = this.target): void {
    this.target = target
    this.#state = 'open'
    this.#endAll()
  }

  #endAll(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  #connect(near: Socket): void {
    this.connectionsTried++
    if (this.#state === 'cut') return void near.destroy()
    const far = connect({ port: Number(new URL(this.target).port), host: '127.0.0.1' })
    const pair = [near, far] as const
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    this.#carry(near, far, () => this.#state === 'open' || this.#state === 'half')
    this.#carry(far, near, () => this.#state === 'open')
  }

  #carry(from: Socket, to: Socket, isThrough: () => boolean): void {
    from.on('data', (bytes: Buffer) => {
      const pass = (): void => {
        if (isThrough() && to.writable) to.write(bytes)
      }
      if (this.delayMs === 0) pass()
      else setTimeout(pass, this.delayMs)
    })
    from.on('end', () => to.end())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut()
    this.#server.close()
  }
}
