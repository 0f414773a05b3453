import type { JournalEntry } from '../../contracts/journal.ts'
import { parseLine } from '../../host/journal/journal-lines.ts'
import type { Database } from '../database/database.ts'

/** The number of a journal's last entry, and the highest number ever given in it. */
export interface JournalEnd {
  standing: number
  given: number
}

export async function endOf(database: Database, item: number): Promise<JournalEnd> {
  const { rows } = await database.query<JournalEnd>(
    `select given, coalesce((select max(seq) from sdd.journal where item = id), 0) as standing
     from sdd.items where id = $1`,
    [item],
  )
  const [end] = rows
  if (end === undefined) throw new Error(`there is no item ${item}`)
  return end
}

/** Entries written by a later version of this program are left out. */
export async function entriesAfter(
  database: Database,
  item: number,
  after: number,
): Promise<JournalEntry[]> {
  const { rows } = await database.query<{ entry: string }>(
    'select entry from sdd.journal where item = $1 and seq > $2 order by seq',
    [item, after],
  )
  return entriesIn(rows)
}

export interface ReadOn {
  /** Those after the number that was passed. */
  entries: JournalEntry[]
  standing: number
  /** The journal does not continue from there: these are all of its entries. */
  isCut: boolean
}

/** Reads on from an entry that was read before. */
export async function readOn(database: Database, item: number, after: number): Promise<ReadOn> {
  const { rows } = await database.query<{ seq: number; entry: string }>(
    `select seq, case when seq > $2 then entry end as entry
     from sdd.journal where item = $1 and seq >= $2 order by seq`,
    [item, after],
  )
  if (after > 0 && rows[0]?.seq !== after)
    return { ...(await readOn(database, item, 0)), isCut: true }
  const behind = after > 0 ? rows.slice(1) : rows
  return { entries: entriesIn(behind), standing: rows.at(-1)?.seq ?? 0, isCut: false }
}

/** One statement, so it is atomic outside a transaction too; false when the journal had moved. */
export async function appendRows(
  database: Database,
  item: number,
  { end, entries }: { end: JournalEnd; entries: readonly JournalEntry[] },
): Promise<boolean> {
  const last = entries.at(-1)?.seq ?? end.given
  const { rowCount } = await database.query(
    `with kept as (
       update sdd.items set given = $2
       where id = $1 and given = $3
         and coalesce((select max(seq) from sdd.journal where item = $1), 0) = $4
       returning id
     )
     insert into sdd.journal (item, seq, entry)
     select kept.id, added.seq, added.entry
     from kept, unnest($5::bigint[], $6::text[]) as added (seq, entry)
     returning case when seq = $2 then pg_notify('sdd_journal', item::text) end`,
    [
      item,
      last,
      end.given,
      end.standing,
      entries.map(({ seq }) => seq),
      entries.map((entry) => JSON.stringify(entry)),
    ],
  )
  return rowCount === entries.length
}

/** Newest first. */
export async function entriesBefore(
  database: Database,
  item: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<JournalEntry[]> {
  const { rows } = await database.query<{ entry: string }>(
    `select entry from sdd.journal where item = $1 and ($2::bigint is null or seq < $2)
     order by seq desc limit $3`,
    [item, before, limit],
  )
  return entriesIn(rows)
}

const entriesIn = (rows: { entry: string }[]): JournalEntry[] =>
  rows.flatMap(({ entry }) => {
    const line = parseLine(entry)
    return line.kind === 'entry' ? [line.entry] : []
  })
