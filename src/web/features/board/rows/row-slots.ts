/** The range of list indexes currently rendered. */
export interface Drawn {
  from: number
  to: number
}

interface Keyed {
  key: string
}

/** A rendered row and its React key. */
export interface Place<Row extends Keyed> {
  slot: string
  row: Row
}

/**
 * Assigns a React key (slot) to each row. When the search changes, rows that come into sight take
 * over the elements at their position: rendering them from scratch takes twice as long. Rows that
 * only move keep their element, and with it the focus. Elements left over when there are fewer rows
 * become spares: they stay hidden for the rows that come back with the next key press.
 */
export class RowSlots<Row extends Keyed> {
  #rows: readonly Row[] = []
  #spares: Place<Row>[] = []
  #look: unknown = null
  #drawn: Drawn = { from: 0, to: -1 }
  readonly #slots = new Map<string, string>()
  /** The row key that each slot was given to. */
  readonly #owners = new Map<string, string>()
  readonly #mayBeSpare: (row: Row) => boolean

  constructor(mayBeSpare: (row: Row) => boolean = () => true) {
    this.#mayBeSpare = mayBeSpare
  }

  /** `look`: identifies the search, filter and sort; `room`: rows visible without scrolling. */
  show(rows: readonly Row[], look: unknown, room = 0): void {
    const isOther = this.#look !== look
    const before = isOther ? this.#drawnPlaces() : []
    if (isOther) this.#handOver(before, rows)
    const left = isOther ? before.slice(Math.max(0, rows.length - this.#drawn.from)) : this.#spares
    this.#spares = rows.length < room ? this.#unused(left, rows, room) : []
    this.#rows = rows
    this.#look = look
  }

  drew(drawn: Drawn): void {
    this.#drawn = drawn
  }

  slotOf({ key }: Keyed): string {
    return this.#slots.get(key) ?? key
  }

  get spares(): readonly Place<Row>[] {
    return this.#spares
  }

  #drawnPlaces(): Place<Row>[] {
    const { from, to } = this.#drawn
    const rows = this.#rows.slice(from, to + 1).map((row) => ({ slot: this.slotOf(row), row }))
    const first = Math.max(0, from - this.#rows.length)
    const last = Math.max(0, to + 1 - this.#rows.length)
    return [...rows, ...this.#spares.slice(first, last)]
  }

  /** Hands slots over by position: an element that moves is laid out and painted as if new. */
  #handOver(before: Place<Row>[], rows: readonly Row[]): void {
    const first = Math.max(0, Math.min(this.#drawn.from, rows.length - before.length))
    const after = rows.slice(first, first + before.length)
    const theirs = after.map((row) => this.slotOf(row))
    const slots = [...new Set([...before.map(({ slot }) => slot), ...theirs])]
    const coming = new Set(after.map(({ key }) => key))
    const going = slots.map((slot) => this.#ownerOf(slot)).filter((key) => !coming.has(key))
    for (const [index, key] of [...coming, ...going].entries()) this.#give(key, slots[index] ?? key)
  }

  #ownerOf(slot: string): string {
    return this.#owners.get(slot) ?? slot
  }

  #give(key: string, slot: string): void {
    this.#slots.set(key, slot)
    this.#owners.set(slot, key)
  }

  #unused(left: Place<Row>[], rows: readonly Row[], room: number): Place<Row>[] {
    const used = new Set(rows.map((row) => this.slotOf(row)))
    return left
      .filter(({ slot, row }) => !used.has(slot) && this.#mayBeSpare(row))
      .slice(0, room - rows.length)
  }
}
