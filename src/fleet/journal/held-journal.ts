import type { JournalEntry } from '../../contracts/journal.ts'
import { type Journal, JournalMoved, type Reloaded } from '../../host/ports/journal.ts'
import type { ItemWrites } from '../runs/item-writes.ts'
import { endOf, entriesAfter, type JournalEnd } from './journal-rows.ts'

interface HeldParts {
  writes: ItemWrites
  end: JournalEnd
  appended: (entries: readonly JournalEntry[]) => void
}

/** The journal of an item whose row is locked; entries are written with its transaction. */
export class HeldJournal implements Journal {
  readonly tornBytes = 0
  readonly #parts: HeldParts
  #end: JournalEnd

  constructor(parts: HeldParts) {
    this.#parts = parts
    this.#end = parts.end
  }

  get version(): number {
    return this.#end.given
  }

  /** Where it ends once everything appended is written. */
  get end(): JournalEnd {
    return this.#end
  }

  async append(expected: number, entries: readonly JournalEntry[]): Promise<void> {
    if (expected !== this.version) throw new JournalMoved(expected)
    const last = entries.at(-1)
    if (last === undefined) return
    const { writes, appended } = this.#parts
    writes.append(entries)
    this.#end = { standing: last.seq, given: last.seq }
    appended(entries)
  }

  /** The commit makes everything durable, or nothing. */
  async sync(): Promise<void> {}

  read(after: number): Promise<JournalEntry[]> {
    const { writes } = this.#parts
    writes.flush()
    return entriesAfter(writes.database, writes.item, after)
  }

  follow(): never {
    throw new Error('a journal inside a transaction has no followers')
  }

  async repair(): Promise<void> {}

  async reload(): Promise<Reloaded> {
    const { writes } = this.#parts
    writes.flush()
    const { standing, given } = await endOf(writes.database, writes.item)
    this.#end = { standing, given: Math.max(given, this.version) }
    return { found: standing, isPutBack: false }
  }

  close(): void {}
}
