/** More than the ways in which the items of a project differ; what was shared before stays with its rows. */
const KEPT = 1000

/** One object for all rows that say the same: most items rest, and may do just what others may. */
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
