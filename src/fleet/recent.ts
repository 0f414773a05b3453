/** So many at most: those that were set longest ago go first. */
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

  /** Its own from now on. */
  take(key: K): V | undefined {
    const value = this.#kept.get(key)
    this.#kept.delete(key)
    return value
  }
}
