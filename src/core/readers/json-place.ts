/** Deeper than any hand-written file; without a limit, many brackets would exhaust the stack. */
const MAX_DEPTH = 500
const BLANK = /[ \t\r\n]*/y
const SCALAR =
  /(?:"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w."])/uy
const STRING_START = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

/**
 * Where a text stops being JSON. JSON.parse itself gives no position for most mistakes, and the
 * user has to find the place in a long file.
 */
export function jsonErrorPlace(text: string): { line: number; column: number } {
  const before = text.slice(0, errorOffset(text)).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function errorOffset(text: string): number {
  const scan = new Scan(text)
  return scan.value() && scan.isAtEnd() ? text.length : scan.at
}

class Scan {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
    if (text.startsWith('\uFEFF')) this.at = 1
  }

  isAtEnd(): boolean {
    this.#skip(BLANK)
    return this.at === this.#text.length
  }

  value(depth = 0): boolean {
    this.#skip(BLANK)
    if (depth > MAX_DEPTH) return false
    if (this.#take('{')) return this.#items('}', () => this.#key() && this.value(depth + 1))
    if (this.#take('[')) return this.#items(']', () => this.value(depth + 1))
    return this.#skip(SCALAR) || this.#inString()
  }

  #items(end: string, item: () => boolean): boolean {
    this.#skip(BLANK)
    if (this.#take(end)) return true
    for (;;) {
      if (!item()) return false
      this.#skip(BLANK)
      if (this.#take(end)) return true
      if (!this.#take(',')) return false
    }
  }

  #key(): boolean {
    this.#skip(BLANK)
    if (this.#text[this.at] !== '"' || !(this.#skip(SCALAR) || this.#inString())) return false
    this.#skip(BLANK)
    return this.#take(':')
  }

  /** Moves to the mistake inside a string instead of staying at its beginning. */
  #inString(): boolean {
    this.#skip(STRING_START)
    return false
  }

  #take(char: string): boolean {
    if (this.#text[this.at] !== char) return false
    this.at++
    return true
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.#text)
    if (found === null) return false
    this.at += found[0].length
    return true
  }
}
