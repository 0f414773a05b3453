import type { JournalEntry } from '../../contracts/journal.ts'
import type { Transaction } from '../database/transaction.ts'

const WRITE = `with kept as (
    update sdd.items set given = $2, record = coalesce($3, record), head = coalesce($4, head)
    where id = $1 and given = $5 returning id
  )
  insert into sdd.journal (item, seq, entry)
  select kept.id, added.seq, added.entry
  from kept, unnest($6::bigint[], $7::text[]) as added (seq, entry)`

/** What a transaction changes about the item whose row it has locked: in one statement, at its end. */
export class ItemWrites {
  readonly database: Transaction
  readonly item: number
  #given: number
  #entries: JournalEntry[] = []
  #record: string | null = null
  #head: string | null = null

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

  /** At the end, and before something of it is read. */
  flush(): void {
    const [entries, record, head, before] = [this.#entries, this.#record, this.#head, this.#given]
    if (entries.length === 0 && record === null && head === null) return
    this.#entries = []
    this.#record = null
    this.#head = null
    this.#given = entries.at(-1)?.seq ?? before
    const [numbers, texts] = [
      entries.map(({ seq }) => seq),
      entries.map((entry) => JSON.stringify(entry)),
    ]
    const values = [this.item, this.#given, record, head, before, numbers, texts]
    this.database.behind(this.#write(values, entries.length))
  }

  async #write(values: unknown[], added: number): Promise<void> {
    const { rowCount } = await this.database.query(WRITE, values)
    if (rowCount !== added) throw new Error(`the journal of item ${this.item} has moved`)
  }
}
