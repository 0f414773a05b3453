import type { JournalEntry } from '../../contracts/journal.ts'
import type { Transaction } from '../database/transaction.ts'

/** If the journal has moved, `given` becomes null, which fails the whole transaction. */
const WRITE = `with kept as (
    update sdd.items set given = case given when $5 then $2::bigint end,
      record = coalesce($3, record), head = coalesce($4, head), refs = coalesce($8, refs)
    where id = $1 returning id
  )
  insert into sdd.journal (item, seq, entry)
  select kept.id, added.seq, added.entry
  from kept, unnest($6::bigint[], string_to_array($7, E'\\x1e')) as added (seq, entry)`

/** Separates entries: JSON text never contains this character. */
const SEPARATOR = '\x1e'

/** What a transaction changes about the item it has locked: one statement, sent at its end. */
export class ItemWrites {
  readonly database: Transaction
  readonly item: number
  #given: number
  #entries: JournalEntry[] = []
  #record: string | null = null
  #head: string | null = null
  #refs: string | null = null

  constructor(database: Transaction, item: number, given: number) {
    this.database = database
    this.item = item
    this.#given = given
  }

  append(entries: readonly JournalEntry[]): void {
    this.#entries.push(...entries)
  }

  record(text: string): void {
    this.#record = text
  }

  head(commit: string): void {
    this.#head = commit
  }

  /** The commits of the item's own refs. */
  refs(text: string): void {
    this.#refs = text
  }

  /** Called at the end, and before any of it is read back. */
  flush(): void {
    const [entries, record, head, refs] = [this.#entries, this.#record, this.#head, this.#refs]
    if (entries.length === 0 && record === null && head === null && refs === null) return
    const before = this.#given
    this.#entries = []
    this.#record = null
    this.#head = null
    this.#refs = null
    this.#given = entries.at(-1)?.seq ?? before
    const numbers = entries.map(({ seq }) => seq)
    const texts = entries.map((entry) => JSON.stringify(entry)).join(SEPARATOR)
    this.database.send({
      about: `item ${this.item}`,
      statement: WRITE,
      values: [this.item, this.#given, record, head, before, numbers, texts, refs],
    })
  }
}
