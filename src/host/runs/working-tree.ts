import { itemKey, itemWithKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { SlotClaim, SlotHolder, Slots } from '../ports/slots.ts'
import { FairQueue } from './fair-queue.ts'

export interface WorkingTreeParts {
  /** Ends what may still be at work for runs that were stopped; called once, before the first run. */
  endStopped: () => Promise<void>
  /** Runs that were at work in the tree when an earlier host crashed, and are still open. */
  abandoned: () => WorkItem[]
  /** Called when another item gets the tree, before it may change anything there. */
  handOver: (to: WorkItem) => Promise<void>
}

/**
 * The user's own checkout: one run at a time may change it. What an earlier host began there is
 * nobody else's: such a run keeps the tree until it was recovered and has ended, or was stopped.
 */
export class WorkingTree implements Slots {
  readonly #parts: WorkingTreeParts
  readonly #queue = new FairQueue(() => 1)
  readonly #claims = new Map<string, SlotClaim>()
  readonly #abandoned = new Set<string>()
  /** Who had it last. */
  #last: string | null = null
  #lookedBack: Promise<void> | null = null
  #handingOver: Promise<void> = Promise.resolve()

  constructor(parts: WorkingTreeParts) {
    this.#parts = parts
  }

  async acquire(claim: SlotClaim): Promise<void> {
    this.#claims.set(claim.holder, claim)
    this.#lookedBack ??= this.#lookBack()
    await this.#lookedBack
    // It may have been released in the meantime.
    if (this.#claims.get(claim.holder) !== claim) return
    this.#abandoned.delete(claim.holder)
    this.#queue.acquire({
      ...claim,
      granted: () => void this.#give(claim),
      waiting: () => claim.waiting?.(this.#holder()),
    })
  }

  release(holder: string): void {
    this.#claims.delete(holder)
    this.#abandoned.delete(holder)
    this.#queue.release(holder)
  }

  admit(): void {
    this.#queue.admit()
  }

  /** Call when files of an item have changed: the run that it was kept for may be gone. */
  reconsider(item: WorkItem): void {
    const holder = itemKey(item)
    if (!this.#abandoned.has(holder)) return
    const isOpen = this.#parts.abandoned().some((one) => itemKey(one) === holder)
    if (!isOpen) this.release(holder)
  }

  async #lookBack(): Promise<void> {
    await this.#parts.endStopped()
    for (const item of this.#parts.abandoned()) {
      const holder = itemKey(item)
      this.#abandoned.add(holder)
      this.#queue.acquire({ holder, isAtWork: true, granted: () => undefined })
    }
  }

  async #give(claim: SlotClaim): Promise<void> {
    const { holder } = claim
    // One after another: it may be given on before it was handed over.
    this.#handingOver = this.#handingOver.then(() => this.#handOver(claim))
    await this.#handingOver
    if (this.#claims.get(holder) === claim) claim.granted()
  }

  async #handOver({ holder, isAtWork }: SlotClaim): Promise<void> {
    if (this.#last !== holder && !isAtWork)
      await this.#parts.handOver(itemWithKey(holder as ItemKey))
    this.#last = holder
  }

  #holder(): SlotHolder | null {
    const [holder] = this.#queue.holders
    if (holder === undefined) return null
    return { item: itemWithKey(holder as ItemKey), isAbandoned: this.#abandoned.has(holder) }
  }
}
