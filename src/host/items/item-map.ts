import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'

/** Keyed by kind and name: two objects for the same item are the same key. */
export class ItemMap<V, I extends WorkItem = WorkItem> {
  readonly #entries = new Map<ItemKey, { item: I; value: V }>()

  get size(): number {
    return this.#entries.size
  }

  get(item: I): V | undefined {
    return this.#entries.get(itemKey(item))?.value
  }

  has(item: I): boolean {
    return this.#entries.has(itemKey(item))
  }

  set(item: I, value: V): void {
    this.#entries.set(itemKey(item), { item, value })
  }

  delete(item: I): void {
    this.#entries.delete(itemKey(item))
  }

  clear(): void {
    this.#entries.clear()
  }

  items(): I[] {
    return Array.from(this.#entries.values(), ({ item }) => item)
  }

  values(): V[] {
    return Array.from(this.#entries.values(), ({ value }) => value)
  }
}
