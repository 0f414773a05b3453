import { createHash } from 'node:crypto'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { naturalOrder } from '../../core/views/natural-order.ts'
import { ItemMap } from '../items/item-map.ts'

/** A running spec changes many times a second; more updates than this would not be visible. */
const PAUSE_MS = 25
/**
 * The watcher does not report what was replaced and removed within one batch, which it delays for
 * up to half a second: a changed row is read once more after that.
 */
const SETTLED_MS = 1000
/** How long one slice may take when much has changed; the host's runs continue in between. */
const SLICE_MS = 10

/** A row without its version. */
export type BareRow = Omit<ItemRow, 'version'>

interface FeedOptions {
  /** Null when the item no longer exists. */
  read: (item: WorkItem) => BareRow | null
  changed: (row: ItemRow) => void
  gone: (item: WorkItem) => void
}

interface Tracked {
  row: ItemRow
  /** Digest of the row without its version: unchanged rows are not sent. */
  digest: string
}

/** Rows by item: read again when something may have changed, sent when something did. */
export class RowFeed {
  readonly #options: FeedOptions
  readonly #rows = new ItemMap<Tracked>()
  readonly #readAt = new ItemMap<number>()
  /** When each item is to be read again. */
  readonly #due = new ItemMap<number>()
  /** Items that will be read once more. */
  readonly #settling = new ItemMap<NodeJS.Timeout>()
  #version = 0
  #timer: { at: number; handle: NodeJS.Timeout } | null = null

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Sorted by name, including all known changes. */
  all(): ItemRow[] {
    for (const item of this.#due.items()) this.#refresh(item)
    return this.#rows
      .values()
      .map(({ row }) => row)
      .sort((a, b) => naturalOrder(a.item.name, b.item.name))
  }

  items(): WorkItem[] {
    return this.#rows.items()
  }

  /** For the first reading: emits no change, as the callers get all rows at once. */
  add(item: WorkItem): void {
    if (!this.#rows.has(item)) this.#update(item)
  }

  changed(item: WorkItem): void {
    this.#readOnceMore(item)
    this.readAgain(item)
  }

  #readOnceMore(item: WorkItem): void {
    clearTimeout(this.#settling.get(item))
    const again = (): void => {
      this.#settling.delete(item)
      this.readAgain(item)
    }
    this.#settling.set(item, setTimeout(again, SETTLED_MS).unref())
  }

  /** Reads the row only once: for changes of many rows that are not on disk. */
  readAgain(item: WorkItem): void {
    if (this.#due.has(item)) return
    const at = Math.max(performance.now(), (this.#readAt.get(item) ?? -PAUSE_MS) + PAUSE_MS)
    this.#due.set(item, at)
    this.#wakeAt(at)
  }

  close(): void {
    clearTimeout(this.#timer?.handle)
    this.#timer = null
    this.#due.clear()
    for (const handle of this.#settling.values()) clearTimeout(handle)
    this.#settling.clear()
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
    for (const item of this.#due.items()) {
      if ((this.#due.get(item) ?? 0) <= began) this.#refresh(item)
      if (performance.now() - began > SLICE_MS) break
    }
    if (this.#due.size > 0) this.#wakeAt(Math.min(...this.#due.values()))
  }

  #refresh(item: WorkItem): void {
    this.#due.delete(item)
    const row = this.#update(item)
    if (row !== null) this.#options.changed(row)
  }

  /** The new row, or null if it is unchanged or gone. */
  #update(item: WorkItem): ItemRow | null {
    const before = this.#rows.get(item)
    const read = this.#options.read(item)
    if (read === null) {
      this.#readAt.delete(item)
      this.#rows.delete(item)
      if (before !== undefined) this.#options.gone(item)
      return null
    }
    this.#readAt.set(item, performance.now())
    const digest = createHash('sha1').update(JSON.stringify(read)).digest('base64')
    if (before?.digest === digest) return null
    const row: ItemRow = { ...read, version: ++this.#version }
    this.#rows.set(item, { row, digest })
    return row
  }
}
