import type { SlotClaim, Slots } from '../ports/slots.ts'

/** The slots of one process: at most as many holders as `limit` currently allows. */
export class FairQueue implements Slots {
  readonly #limit: () => number
  readonly #holders = new Set<string>()
  #waiting: SlotClaim[] = []

  constructor(limit: () => number) {
    this.#limit = limit
  }

  get holders(): readonly string[] {
    return [...this.#holders]
  }

  acquire(claim: SlotClaim): void {
    const { holder, isAtWork } = claim
    if (this.#holders.has(holder) || isAtWork) {
      this.#holders.add(holder)
      return claim.granted()
    }
    this.#lineUp(claim)
    this.admit()
    if (this.#waiting.includes(claim)) claim.waiting?.()
  }

  release(holder: string): void {
    this.#waiting = this.#waiting.filter((claim) => claim.holder !== holder)
    if (this.#holders.delete(holder)) this.admit()
  }

  admit(): void {
    while (this.#holders.size < this.#limit()) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#holders.add(next.holder)
      next.granted()
    }
  }

  /** A holder that asks twice keeps its place in line and gets one slot. */
  #lineUp(claim: SlotClaim): void {
    const place = this.#waiting.findIndex(({ holder }) => holder === claim.holder)
    if (place === -1) this.#waiting.push(claim)
    else this.#waiting[place] = claim
  }
}
