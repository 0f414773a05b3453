/** More than a project's items differ in; values handed out before stay with their rows. */
const KEPT = 1000

/** One object for all rows with an equal value: most items are idle and allow the same acts. */
export class SharedValues<T> {
  readonly #known = new Map<string, T>()

  of(value: T): T {
    const text = JSON.stringify(value)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(text, value)
    return value
  }
}
