import type { Slots } from '../ports/slots.ts'

/** A queue for every base branch: one item at a time deploys to it. */
export class BaseQueues {
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
