import type { SlotClaim, Slots } from '../../host/ports/slots.ts'

type Place = SlotClaim & { isHolding: boolean }

/** A queue of claims that is scanned from its head after every change. */
export class MemorySlots implements Slots {
  readonly #limit: () => number
  #queue: Place[] = []

  constructor(limit: () => number) {
    this.#limit = limit
  }

  acquire(claim: SlotClaim): void {
    const known = this.#queue.find(({ holder }) => holder === claim.holder)
    const isHolding = known?.isHolding ?? false
    const place = { ...claim, isHolding: isHolding || claim.isAtWork }
    if (known) this.#queue[this.#queue.indexOf(known)] = place
    else this.#queue.push(place)
    if (place.isHolding) return claim.granted()
    if (!this.#admitNow().includes(place)) claim.waiting?.()
  }

  release(holder: string): void {
    this.#queue = this.#queue.filter((place) => place.holder !== holder)
    this.admit()
  }

  admit(): void {
    this.#admitNow()
  }

  #admitNow(): Place[] {
    const free = this.#limit() - this.#queue.filter(({ isHolding }) => isHolding).length
    const next = this.#queue.filter(({ isHolding }) => !isHolding).slice(0, Math.max(0, free))
    for (const place of next) place.isHolding = true
    for (const place of next) place.granted()
    return next
  }
}
