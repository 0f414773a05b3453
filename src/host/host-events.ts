import type { HostEvent } from '../contracts/rpc.ts'

/** Delivers every host event to all listeners, in order. */
export class HostEvents<E = HostEvent> {
  readonly #listeners = new Set<(event: E) => void>()
  readonly #reportError: (error: unknown) => void

  constructor(
    reportError: (error: unknown) => void = (error) =>
      process.emitWarning(error instanceof Error ? error : String(error)),
  ) {
    this.#reportError = reportError
  }

  subscribe(listener: (event: E) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A listener that throws must not break the run it displays. */
  emit(event: E): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        this.#reportError(error)
      }
    }
  }
}
