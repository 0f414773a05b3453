import type { AgentEvent } from '../../../../contracts/agent-events.ts'
import type { LineReader } from '../../../../core/agent-events/line-reader.ts'
import { eventsOf } from './log-events.ts'

const MAX_CACHED = 2000

/**
 * The lines of one log, and which of them have something to show. A line is parsed once to find
 * that out and again when it is on screen: keeping all parsed events would take many times the
 * memory of the log.
 */
export class LogLines {
  readonly lines: string[] = []
  /** Indexes of the lines that have something to show, in order. */
  readonly shown: number[] = []
  readonly #reader: LineReader | null
  readonly #read = new Map<number, AgentEvent[]>()
  #indexed = 0

  constructor(reader: LineReader | null) {
    this.#reader = reader
  }

  get isIndexed(): boolean {
    return this.#indexed === this.lines.length
  }

  add(lines: string[]): void {
    for (const line of lines) this.lines.push(line)
  }

  /** Indexes until done or `isTimeUp`. */
  index(isTimeUp: () => boolean): void {
    while (!this.isIndexed) {
      const line = this.lines[this.#indexed] ?? ''
      if (eventsOf(line, this.#reader).length > 0) this.shown.push(this.#indexed)
      this.#indexed++
      if (isTimeUp()) break
    }
  }

  events(line: number): AgentEvent[] {
    const known = this.#read.get(line)
    if (known !== undefined) return known
    const events = eventsOf(this.lines[line] ?? '', this.#reader)
    if (this.#read.size >= MAX_CACHED) this.#forgetHalf()
    this.#read.set(line, events)
    return events
  }

  #forgetHalf(): void {
    let count = 0
    for (const key of this.#read.keys()) {
      if (count++ > MAX_CACHED / 2) return
      this.#read.delete(key)
    }
  }
}
