import type { SlotClaim, Slots } from '../../host/ports/slots.ts'

type Place = SlotClaim & { isHolding: boolean }

/** One line of claims, looked through from its beginning after every change. */
export class MemorySlots implements Slots {
  readonly #limit: () => number
  #line: Place[] = []

  constructor(limit: () => number) {
    this.#limit = limit
  }

  acquire(claim: SlotClaim): void {
    const known = this.#line.find(({ holder }) => holder === claim.holder)
    const isHolding = known?.isHolding ?? false
    const place = { ...claim, isHolding: isHolding || claim.isAtWork }
    if (known) this.#line[this.#line.indexOf(known)] = place
    else this.#line.push(place)
    if (place.isHolding) return claim.granted()
    if (!this.#admitNow().includes(place)) claim.waiting?.()
  }

  release(holder: string): void {
    this.#line = this.#line.filter((place) => place.holder !== holder)
    this.admit()
  }

  admit(): void {
    this.#admitNow()
  }

  #admitNow(): Place[] {
    const free = this.#limit() - this.#line.filter(({ isHolding }) => isHolding).length
    const next = this.#line.filter(({ isHolding }) => !isHolding).slice(0, Math.max(0, free))
    for (const place of next) place.isHolding = true
    for (const place of next) place.granted()
    return next
  }
}
