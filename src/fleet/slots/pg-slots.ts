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
  /** Parties take turns; here the project. */
  party: string
  groups: readonly string[]
  limits: () => SlotLimits | Promise<SlotLimits>
  /** Runs in a transaction: the caller's own, or a new one for each act. */
  act: <T>(act: (database: Database) => Promise<T>) => Promise<T>
  /** Tells a holder that made its claim elsewhere or earlier. */
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
   * Without a limit on its groups a holder takes nothing from others and frees nothing for them: it
   * comes and goes without the lock that they would wait for.
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
    // Sent on one connection, so executed in this order; answered together.
    return this.#parts.act(async (database) => {
      const [, value] = await Promise.all([lockSlots(database), act(database)])
      return value
    })
  }
}
