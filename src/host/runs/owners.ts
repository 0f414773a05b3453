import type { WorkItem } from '../../contracts/work-item.ts'
import { ItemMap } from '../items/item-map.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'
import { failureOf } from './failure-words.ts'
import { openOwner, type OpenedOwner, type OwnerParts } from './open-owner.ts'
import type { SpecOwner } from './owner.ts'

interface Slot {
  opening: Promise<OpenedOwner>
  /** Set once it is open: an owner that is still opening cannot be forgotten. */
  opened: OpenedOwner | null
}

/** A project's owners: at most one per item, created when something happens to the item. */
export class Owners {
  readonly #parts: OwnerParts
  readonly #slots = new ItemMap<Slot>()

  constructor(parts: OwnerParts) {
    this.#parts = parts
  }

  open(item: WorkItem): Promise<Result<OpenedOwner, Rejection>> {
    return this.with(item, (opened) => opened)
  }

  /**
   * `use` runs while the owner is certainly the item's only one, so it must not await anything. An
   * existing owner is reached whatever happened to its files.
   */
  async with<T>(item: WorkItem, use: (opened: OpenedOwner) => T): Promise<Result<T, Rejection>> {
    for (;;) {
      if (!this.#slots.has(item) && !this.#parts.items.exists(item))
        return err({ code: 'NOT_FOUND', item })
      const slot = this.#slots.get(item) ?? this.#load(item)
      try {
        const opened = await slot.opening
        if (this.#slots.get(item) === slot) return { ok: true, value: use(opened) }
      } catch (error) {
        if (this.#slots.get(item) === slot) this.#slots.delete(item)
        return err(failureOf(error).rejection)
      }
    }
  }

  has(item: WorkItem): boolean {
    return this.#slots.has(item)
  }

  /** Whether this host is working on the spec's run. */
  drives(item: WorkItem): boolean {
    const opened = this.#slots.get(item)?.opened ?? null
    return opened !== null && !opened.orphaned && isLive(opened.owner.state)
  }

  /** The opened owners that have a run here. */
  driven(): SpecOwner[] {
    return this.#slots.items().flatMap((item) => {
      const opened = this.#slots.get(item)?.opened ?? null
      return opened !== null && this.drives(item) ? [opened.owner] : []
    })
  }

  /** All owners, once they are open; one that cannot be opened is none. */
  async all(): Promise<OpenedOwner[]> {
    const openings = await Promise.allSettled(this.#slots.values().map(({ opening }) => opening))
    return openings.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  /** An idle item is read again next time: its files may have changed meanwhile. */
  forget(owner: SpecOwner): void {
    const { status } = owner.state
    if (status === 'running' || status === 'queued') return
    owner.journal.close()
    const { item } = owner
    if (this.#slots.get(item)?.opened?.owner === owner) this.#slots.delete(item)
  }

  /** Closes the owner once the item is idle; false when it is running. */
  async closeIdle(item: WorkItem): Promise<boolean> {
    for (let slot = this.#slots.get(item); slot; slot = this.#slots.get(item)) {
      const { owner } = await slot.opening
      await owner.drain()
      if (isLive(owner.state)) return false
      this.forget(owner)
    }
    return true
  }

  async close(): Promise<void> {
    for (const { owner } of await this.all()) {
      await owner.drain()
      owner.journal.close()
    }
    this.#slots.clear()
  }

  #load(item: WorkItem): Slot {
    const opening = openOwner({ ...this.#parts, item })
    const slot: Slot = { opening, opened: null }
    this.#slots.set(item, slot)
    slot.opening = opening.then((opened) => {
      slot.opened = opened
      return opened
    })
    return slot
  }
}
