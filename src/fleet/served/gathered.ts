/** So long others are waited for: what comes in between is looked at together. */
const TOGETHER_MS = 10

/** Names that arrive one by one, taken many at a time and each once. */
export class Gathered {
  readonly #take: (names: string[]) => void
  #names = new Set<string>()
  #soon: NodeJS.Timeout | null = null

  constructor(take: (names: string[]) => void) {
    this.#take = take
  }

  add(name: string): void {
    this.#names.add(name)
    this.#soon ??= setTimeout(() => this.#hand(), TOGETHER_MS)
  }

  close(): void {
    if (this.#soon !== null) clearTimeout(this.#soon)
  }

  #hand(): void {
    this.#soon = null
    const names = [...this.#names]
    this.#names = new Set()
    this.#take(names)
  }
}
