import { naturalOrder } from '../../core/views/natural-order.ts'

/** A spec at work changes many times a second; nobody can see more than this. */
const PAUSE_MS = 25
/** So long one turn may take when much has changed at once: the host's runs go on meanwhile. */
const SLICE_MS = 10

interface FeedOptions<R> {
  /** Null when there is nothing of that name any more. */
  read: (name: string) => Omit<R, 'version'> | null
  nextVersion: () => number
  changed: (row: R) => void
  gone: (name: string) => void
}

interface Tracked<R> {
  row: R
  /** The row as text without its version: what is told is only what differs. */
  content: string
}

/** Rows by name: read again when something may have changed, told when something really has. */
export class RowFeed<R extends { version: number }> {
  readonly #options: FeedOptions<R>
  readonly #rows = new Map<string, Tracked<R>>()
  readonly #readAt = new Map<string, number>()
  /** When each is to be read again. */
  readonly #due = new Map<string, number>()
  #timer: { at: number; handle: NodeJS.Timeout } | null = null

  constructor(options: FeedOptions<R>) {
    this.#options = options
  }

  /** By name, with everything that is known to have changed. */
  all(): R[] {
    for (const name of this.#due.keys()) this.#refresh(name)
    return [...this.#rows].sort(([a], [b]) => naturalOrder(a, b)).map(([, { row }]) => row)
  }

  names(): string[] {
    return [...this.#rows.keys()]
  }

  /** For the first reading: whoever waits for it gets all rows at once. */
  add(name: string): void {
    if (!this.#rows.has(name)) this.#update(name)
  }

  changed(name: string): void {
    if (this.#due.has(name)) return
    const at = Math.max(performance.now(), (this.#readAt.get(name) ?? -PAUSE_MS) + PAUSE_MS)
    this.#due.set(name, at)
    this.#wakeAt(at)
  }

  close(): void {
    clearTimeout(this.#timer?.handle)
    this.#timer = null
    this.#due.clear()
  }

  #wakeAt(at: number): void {
    if (this.#timer !== null && this.#timer.at <= at) return
    clearTimeout(this.#timer?.handle)
    const handle = setTimeout(() => this.#wake(), Math.max(0, at - performance.now()))
    this.#timer = { at, handle: handle.unref() }
  }

  #wake(): void {
    this.#timer = null
    const began = performance.now()
    for (const [name, at] of this.#due) {
      if (at <= began) this.#refresh(name)
      if (performance.now() - began > SLICE_MS) break
    }
    if (this.#due.size > 0) this.#wakeAt(Math.min(...this.#due.values()))
  }

  #refresh(name: string): void {
    this.#due.delete(name)
    const row = this.#update(name)
    if (row !== null) this.#options.changed(row)
  }

  /** The row if it differs from the one before. */
  #update(name: string): R | null {
    const before = this.#rows.get(name)
    const read = this.#options.read(name)
    if (read === null) {
      this.#readAt.delete(name)
      if (this.#rows.delete(name)) this.#options.gone(name)
      return null
    }
    this.#readAt.set(name, performance.now())
    const content = JSON.stringify(read)
    if (before?.content === content) return null
    const row = { ...read, version: this.#options.nextVersion() } as R
    this.#rows.set(name, { row, content })
    return row
  }
}
