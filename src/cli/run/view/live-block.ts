import { fitted } from '../../words/safe-text.ts'

const REDRAW_MS = 250

export interface Terminal {
  write(text: string): unknown
  columns?: number
  rows?: number
}

/** Some lines that stay at the bottom of a terminal while others scroll by above them. */
export class LiveBlock {
  readonly #terminal: Terminal
  readonly #content: () => string[]
  readonly #timer: NodeJS.Timeout
  #height = 0

  constructor(terminal: Terminal, content: () => string[]) {
    this.#terminal = terminal
    this.#content = content
    this.#timer = setInterval(() => this.redraw(), REDRAW_MS)
    this.redraw()
  }

  redraw(): void {
    this.#terminal.write(this.#erased() + this.#drawn())
  }

  printAbove(text: string): void {
    this.#terminal.write(`${this.#erased()}${text}\n${this.#drawn()}`)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#terminal.write(this.#erased())
  }

  #erased(): string {
    const up = this.#height > 0 ? `\u001B[${this.#height}F` : ''
    this.#height = 0
    return `${up}\u001B[J`
  }

  /** A wrapped line, or more lines than the screen has, would leave remnants at every redraw. */
  #drawn(): string {
    // A terminal that does not know its size reports 0.
    const columns = this.#terminal.columns || 80
    const rows = this.#terminal.rows || 24
    const lines = this.#content().slice(0, Math.max(1, rows - 2))
    this.#height = lines.length
    return lines.map((line) => `${fitted(line, columns - 1)}\n`).join('')
  }
}
