/** Tracks unsynced writes. Keeps a failure: the system reports a lost write only once. */
export class SyncState {
  #isDirty = false
  #failure: { cause: unknown } | null = null

  wrote(): void {
    this.#isDirty = true
  }

  /** After a failure it keeps failing until it is cleared. */
  async sync(write: () => Promise<void>): Promise<void> {
    if (this.#failure !== null) throw this.#failure.cause
    if (!this.#isDirty) return
    try {
      await write()
    } catch (cause) {
      this.#failure = { cause }
      throw cause
    }
    this.#isDirty = false
  }

  clear(): void {
    this.#isDirty = false
    this.#failure = null
  }
}
