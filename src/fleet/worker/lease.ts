import { steadyMs } from './lease-times.ts'

/** Ends before the coordinator takes the step for lost, so nothing of it is left here by then. */
export class Lease {
  readonly #lengthMs: number
  readonly #now: () => number
  #renewedAt: number

  constructor(lengthMs: number, now: () => number = steadyMs) {
    this.#lengthMs = lengthMs
    this.#now = now
    this.#renewedAt = now()
  }

  /** Counts from before the call, so the time the answer took does not extend the lease. */
  async renew<T>(call: () => Promise<T>): Promise<T> {
    const before = this.#now()
    const answer = await call()
    this.#renewedAt = before
    return answer
  }

  /** A step was given at that time or later; with several steps, the earliest end counts. */
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
