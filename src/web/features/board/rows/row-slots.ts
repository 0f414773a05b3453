/** Which rows are drawn at this moment, by their place in the list. */
export interface Drawn {
  from: number
  to: number
}

interface Keyed {
  key: string
}

/**
 * What React knows each row by. When other rows are looked for, the rows that come into sight are
 * given what is drawn at their place: to draw them from nothing takes twice as long. Rows that only
 * move keep what is theirs, and with it the focus.
 */
export class RowSlots {
  #rows: readonly Keyed[] = []
  #look: unknown = null
  #drawn: Drawn = { from: 0, to: -1 }
  readonly #slots = new Map<string, string>()

  /** `look`: what the rows were chosen by. */
  show(rows: readonly Keyed[], look: unknown): void {
    if (this.#look !== look) this.#handOver(rows)
    this.#rows = rows
    this.#look = look
  }

  drew(drawn: Drawn): void {
    this.#drawn = drawn
  }

  slotOf({ key }: Keyed): string {
    return this.#slots.get(key) ?? key
  }

  /** By place: what moves in the page is laid out and painted as if it were new. */
  #handOver(rows: readonly Keyed[]): void {
    const { from, to } = this.#drawn
    const before = this.#rows.slice(from, to + 1)
    const first = Math.max(0, Math.min(from, rows.length - before.length))
    const after = rows.slice(first, first + before.length)
    const coming = new Set(after.map(({ key }) => key))
    const all = [...after, ...before.filter(({ key }) => !coming.has(key))]
    const slots = [...new Set([...before, ...after].map((row) => this.slotOf(row)))]
    for (const [index, { key }] of all.entries()) this.#slots.set(key, slots[index] ?? key)
  }
}
