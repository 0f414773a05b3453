export type PartState<T> =
  | { status: 'loading' }
  | { status: 'failed'; tries: number }
  | { status: 'loaded'; part: T }

/** Lazily loaded code. A failed request is not cached, so the next ask() really tries again. */
export class PartSource<T> {
  readonly #load: () => Promise<T>
  readonly #listeners = new Set<() => void>()
  #state: PartState<T> = { status: 'loading' }
  #request: Promise<void> | null = null
  #tries = 0

  constructor(load: () => Promise<T>) {
    this.#load = load
  }

  readonly state = (): PartState<T> => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Never rejects; one request at a time. */
  readonly ask = (): Promise<void> => {
    if (this.#state.status === 'loaded') return Promise.resolve()
    this.#request ??= this.#ask().finally(() => {
      this.#request = null
    })
    return this.#request
  }

  async #ask(): Promise<void> {
    try {
      this.#setState({ status: 'loaded', part: await this.#load() })
    } catch {
      this.#tries++
      // A failed preload concerns nobody: the pane that needs it asks again.
      if (this.#listeners.size > 0) this.#setState({ status: 'failed', tries: this.#tries })
    }
  }

  #setState(state: PartState<T>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
