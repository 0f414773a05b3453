import { steadyMs } from './lease-times.ts'

/** Ends before the coordinator takes a step for lost, so nothing of it is left here by then. */
export class Lease {
  readonly #lengthMs: number
  readonly #now: () => number
  /** By step: when what it was last given or renewed by was asked for. */
  readonly #renewedAt = new Map<string, number>()

  constructor(lengthMs: number, now: () => number = steadyMs) {
    this.#lengthMs = lengthMs
    this.#now = now
  }

  /**
   * Renews the steps that the call names. Counts from before the call, so the time the answer took
   * does not extend the lease.
   */
  async renew<T>(call: (agentIds: readonly string[]) => Promise<T>): Promise<T> {
    const before = this.#now()
    const agentIds = [...this.#renewedAt.keys()]
    const answer = await call(agentIds)
    for (const agentId of agentIds)
      if (this.#renewedAt.has(agentId)) this.#renewedAt.set(agentId, before)
    return answer
  }

  /** The step was given at that time or later. */
  began(agentId: string, at: number): void {
    this.#renewedAt.set(agentId, at)
  }

  ended(agentId: string): void {
    this.#renewedAt.delete(agentId)
  }

  /** With several steps, the earliest end counts. */
  get endsAt(): number {
    return Math.min(this.#now(), ...this.#renewedAt.values()) + this.#lengthMs
  }

  get isHeld(): boolean {
    return this.#now() < this.endsAt
  }
}
