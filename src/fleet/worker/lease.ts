import { steadyMs } from './lease-times.ts'

/** Ends before the coordinator takes the step for lost: then nothing of it is left here. */
export class Lease {
  readonly #lengthMs: number
  readonly #now: () => number
  #renewedAt: number

  constructor(lengthMs: number, now: () => number = steadyMs) {
    this.#lengthMs = lengthMs
    this.#now = now
    this.#renewedAt = now()
  }

  /** Counted from before the call: how long the answer took does not count for it. */
  async renew<T>(call: () => Promise<T>): Promise<T> {
    const before = this.#now()
    const answer = await call()
    this.#renewedAt = before
    return answer
  }

  /** A step was given at that time or later; of several, the one that is over first counts. */
  began(at: number, isOnly: boolean): void {
    this.#renewedAt = isOnly ? at : Math.min(this.#renewedAt, at)
  }

  get endsAt(): number {
    return this.#renewedAt + this.#lengthMs
  }

  get isHeld(): boolean {
    return this.#now() < this.endsAt
  }
}
