/**
 * Splits bytes into whole lines. Only LF ends a line: JSON may contain other characters that some
 * readers treat as line ends. A character or line cut by a chunk waits for the next chunk.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder()
  /** Joined only when the line ends: a line of megabytes arrives in hundreds of chunks. */
  #open: string[] = []

  push(bytes: Uint8Array): string[] {
    return this.#split(this.#decoder.decode(bytes, { stream: true }))
  }

  /** Call at the end of the log: an unterminated last line counts too. */
  end(): string[] {
    const lines = this.#split(this.#decoder.decode())
    const last = this.#take('')
    return last === '' ? lines : [...lines, last]
  }

  #split(text: string): string[] {
    const lines: string[] = []
    let start = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
      lines.push(withoutReturn(this.#take(text.slice(start, at))))
      start = at + 1
    }
    if (start < text.length) this.#open.push(text.slice(start))
    return lines
  }

  #take(rest: string): string {
    if (this.#open.length === 0) return rest
    const line = this.#open.join('') + rest
    this.#open = []
    return line
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
