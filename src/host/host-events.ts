import type { HostEvent } from '../contracts/rpc.ts'

/** Everything that happens in the host, to whoever listens, in order. */
export class HostEvents {
  readonly #listeners = new Set<(event: HostEvent) => void>()

  subscribe(listener: (event: HostEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  emit(event: HostEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
