import type { WriteStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { logLine } from './ui-long-log.ts'

export const PER_SECOND = 1000
const BEAT_MS = 20

/** Lets a log grow at a constant rate, even if timers are late on a busy machine. */
export class Tail {
  readonly #pipe: WriteStream
  #next: number

  constructor(pipe: WriteStream, next: number) {
    this.#pipe = pipe
    this.#next = next
  }

  get last(): number {
    return this.#next - 1
  }

  async growFor(ms: number): Promise<void> {
    const begin = performance.now()
    const first = this.#next
    while (performance.now() - begin < ms) {
      await pause(BEAT_MS)
      const due = first + Math.floor(((performance.now() - begin) * PER_SECOND) / 1000)
      let batch = ''
      while (this.#next < due) batch += logLine(this.#next++)
      this.#pipe.write(batch)
    }
  }

  end(): void {
    this.#pipe.destroy()
  }
}
