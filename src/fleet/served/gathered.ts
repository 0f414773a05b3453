/** How long to collect names before they are handed on together. */
const COLLECT_MS = 10

/** Collects names that arrive one by one and hands them on in batches, each name once. */
export class Gathered {
  readonly #take: (names: string[]) => void
  #names = new Set<string>()
  #soon: NodeJS.Timeout | null = null

  constructor(take: (names: string[]) => void) {
    this.#take = take
  }

  add(name: string): void {
    this.#names.add(name)
    this.#soon ??= setTimeout(() => this.#flush(), COLLECT_MS)
  }

  close(): void {
    if (this.#soon !== null) clearTimeout(this.#soon)
  }

  #flush(): void {
    this.#soon = null
    const names = [...this.#names]
    this.#names = new Set()
    this.#take(names)
  }
}
