import type { SlotClaim, Slots } from '../../host/ports/slots.ts'
import type { Database } from '../database/database.ts'
import {
  admitNext,
  enterLine,
  holdLimits,
  leaveLine,
  lineUp,
  lockSlots,
  NOT_PASSED,
  quitLine,
  type SlotLimits,
} from './slot-rows.ts'

export interface PgSlotsParts {
  line: string
  /** Who shares in turn with the others. */
  party: string
  groups: readonly string[]
  limits: () => SlotLimits | Promise<SlotLimits>
  /** In a transaction: the caller's own, or one for each act. */
  act: <T>(act: (database: Database) => Promise<T>) => Promise<T>
  /** It claimed elsewhere, or earlier: it hears of it there. */
  grantedElsewhere: (database: Database, holder: string) => Promise<void>
}

/** Slots that any number of processes share. */
export class PgSlots implements Slots {
  readonly #parts: PgSlotsParts
  readonly #claims = new Map<string, SlotClaim>()

  constructor(parts: PgSlotsParts) {
    this.#parts = parts
  }

  async acquire(claim: SlotClaim): Promise<void> {
    const { holder, isAtWork } = claim
    this.#claims.set(holder, claim)
    if (await this.#passes(enterLine, holder)) return this.#granted(holder)
    const isHolding = await this.#change((database) =>
      lineUp(database, { ...this.#parts, holder }, isAtWork),
    )
    if (isHolding) return this.#granted(holder)
    await this.admit()
    if (this.#claims.get(holder) === claim) claim.waiting?.()
  }

  async release(holder: string): Promise<void> {
    this.#claims.delete(holder)
    if (await this.#passes(quitLine, holder)) return
    await this.#change((database) => leaveLine(database, this.#parts.line, holder))
    await this.admit()
  }

  async admit(): Promise<void> {
    const { line, limits, grantedElsewhere } = this.#parts
    const admitted = await this.#change(async (database) => {
      const holders = await admitNext(database, line, await limits())
      const others = holders.filter((holder) => !this.#claims.has(holder))
      for (const holder of others) await grantedElsewhere(database, holder)
      return holders
    })
    for (const holder of admitted) this.#granted(holder)
  }

  /**
   * Where nothing limits its groups it takes nothing from anyone and leaves nothing to anyone: it
   * comes and goes beside the others, without the lock that they would wait for.
   */
  async #passes(pass: typeof enterLine, holder: string): Promise<boolean> {
    const { groups, limits, act } = this.#parts
    const { hasPassed, isAwaited } = await act(async (database) => {
      const [isHeld, known] = await Promise.all([holdLimits(database), limits()])
      if (!isHeld || groups.some((group) => known[group] !== undefined)) return NOT_PASSED
      return pass(database, { ...this.#parts, holder })
    })
    if (hasPassed && isAwaited) await this.admit()
    return hasPassed
  }

  #granted(holder: string): void {
    const claim = this.#claims.get(holder)
    this.#claims.delete(holder)
    claim?.granted()
  }

  #change<T>(act: (database: Database) => Promise<T>): Promise<T> {
    // On one connection, and so one after the other; answered together.
    return this.#parts.act(async (database) => {
      const [, value] = await Promise.all([lockSlots(database), act(database)])
      return value
    })
  }
}
