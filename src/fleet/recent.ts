/** A map of limited size: the entry that was set longest ago is dropped first. */
export class Recent<K, V> {
  readonly #most: number
  readonly #kept = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    return this.#kept.get(key)
  }

  set(key: K, value: V): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size <= this.#most) return
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  delete(key: K): void {
    this.#kept.delete(key)
  }

  /** Removes the entry and returns its value. */
  take(key: K): V | undefined {
    const value = this.#kept.get(key)
    this.#kept.delete(key)
    return value
  }
}
