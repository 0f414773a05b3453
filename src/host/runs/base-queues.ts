import type { Slots } from '../ports/slots.ts'
import type { Bases } from './effects/effect-parts.ts'

/** The base queues of one process. */
export class BaseQueues implements Bases {
  readonly #queues = new Map<string, Slots>()
  readonly #make: () => Slots

  constructor(make: () => Slots) {
    this.#make = make
  }

  of(base: string): Slots {
    const queue = this.#queues.get(base) ?? this.#make()
    this.#queues.set(base, queue)
    return queue
  }

  async release(holder: string): Promise<void> {
    for (const queue of this.#queues.values()) await queue.release(holder)
  }
}
