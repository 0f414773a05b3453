/** Runs acts with the same key one after another. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const mine = before.then(act, act)
    this.#last.set(key, mine)
    void this.#leaveAfter(key, mine)
    return mine
  }

  async #leaveAfter(key: string, turn: Promise<unknown>): Promise<void> {
    await turn.catch(() => undefined)
    if (this.#last.get(key) === turn) this.#last.delete(key)
  }
}
