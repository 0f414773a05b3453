import { textOf } from './log-events.ts'
import type { LogLines } from './log-lines.ts'

export type LogView = 'structured' | 'raw'

/** Finds the rows that contain a text, incrementally while the log grows. */
export class LogSearch {
  /** Row indexes, in order. */
  readonly matches: number[] = []
  readonly query: string
  readonly #log: LogLines
  readonly #view: LogView
  readonly #escaped: string
  #scanned = 0

  constructor(log: LogLines, view: LogView, query: string) {
    this.#log = log
    this.#view = view
    this.query = query.toLowerCase()
    this.#escaped = JSON.stringify(this.query).slice(1, -1)
  }

  get isDone(): boolean {
    return this.query === '' || this.#scanned === this.#rows
  }

  /** Scans until every row is done or `isTimeUp`. */
  scan(isTimeUp: () => boolean): void {
    while (!this.isDone) {
      if (this.#isMatch(this.#scanned)) this.matches.push(this.#scanned)
      this.#scanned++
      if (isTimeUp()) return
    }
  }

  get #rows(): number {
    return this.#view === 'raw' ? this.#log.lines.length : this.#log.shown.length
  }

  #isMatch(row: number): boolean {
    const index = this.#view === 'raw' ? row : (this.#log.shown[row] ?? 0)
    const line = (this.#log.lines[index] ?? '').toLowerCase()
    if (this.#view === 'raw') return line.includes(this.query)
    // Far cheaper than parsing the line, and rules out nearly all of them.
    if (!line.includes(this.#escaped) && !line.includes(this.query)) return false
    return this.#log.events(index).some((event) => textOf(event).toLowerCase().includes(this.query))
  }
}
