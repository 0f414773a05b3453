const LINE = 1024
const LINES_EACH = 64

/** That many numbered lines of a kilobyte, in parts as a worker sends them. */
export function floodParts(lines: number): Buffer[] {
  const parts: Buffer[] = []
  for (let from = 0; from < lines; from += LINES_EACH) {
    const count = Math.min(LINES_EACH, lines - from)
    parts.push(Buffer.from(Array.from({ length: count }, (_, at) => lineOf(from + at)).join('')))
  }
  return parts
}

const lineOf = (number: number): string => `${`${number} `.padEnd(LINE - 1, 'flood ')}\n`

/** Checks the lines that one follower gets, and counts those that are missing or came twice. */
export class FloodCount {
  lost = 0
  doubled = 0
  #next = 0
  #rest = Buffer.alloc(0)

  add(bytes: Uint8Array): void {
    const all = Buffer.concat([this.#rest, bytes])
    const whole = all.length - (all.length % LINE)
    for (let at = 0; at < whole; at += LINE)
      this.#line(Number.parseInt(all.toString('latin1', at, at + 12), 10))
    this.#rest = all.subarray(whole)
  }

  /** Call when nothing more comes. */
  end(lines: number): { lost: number; doubled: number } {
    return { lost: this.lost + lines - this.#next, doubled: this.doubled }
  }

  #line(number: number): void {
    if (number < this.#next) this.doubled++
    else {
      this.lost += number - this.#next
      this.#next = number + 1
    }
  }
}
