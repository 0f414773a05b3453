import type { JournalEntry } from '../../contracts/journal.ts'
import { parseLine } from '../../host/journal/journal-lines.ts'
import type { Database } from '../database/database.ts'

/** Tells every coordinator that the journal of an item has grown. */
export const JOURNAL_CHANNEL = 'sdd_journal'

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
