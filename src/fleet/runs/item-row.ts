import { workItemSchema } from '../../contracts/ids.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Database } from '../database/database.ts'

export interface ItemRef {
  project: string
  item: WorkItem
}

/** An item as the database has it, with the columns of its project. */
export interface ItemRow extends ItemRef {
  id: number
  record: string
  /** comments.json, as text. */
  comments: string
  head: string | null
  repository: string
  base: string
  pool: string
  settings: string
}

interface Columns extends Omit<ItemRow, 'item'> {
  kind: string
  name: string
}

export interface LockedRow extends ItemRow {
  /** The highest number ever given to an entry. */
  given: number
}

const COLUMNS = `items.id, project, kind, name, record, comments, head, repository, base, pool, settings`
const JOINED = `from sdd.items join sdd.projects on projects.id = project`

/** Null when there is no such item, or it is archived. */
export async function idOf(database: Database, { project, item }: ItemRef): Promise<number | null> {
  const { rows } = await database.query<{ id: number }>(
    `select id from sdd.items
     where project = $1 and kind = $2 and name = $3 and archived_at is null`,
    [project, item.kind, item.name],
  )
  return rows[0]?.id ?? null
}

/** Like idOf, but with every column. */
export async function findItem(
  database: Database,
  { project, item }: ItemRef,
): Promise<ItemRow | null> {
  const { rows } = await database.query<Columns>(
    `select ${COLUMNS} ${JOINED}
     where project = $1 and kind = $2 and name = $3 and archived_at is null`,
    [project, item.kind, item.name],
  )
  return rows[0] ? rowOf(rows[0]) : null
}

export async function readItem(database: Database, id: number): Promise<ItemRow | null> {
  const { rows } = await database.query<Columns>(
    `select ${COLUMNS} ${JOINED} where items.id = $1`,
    [id],
  )
  return rows[0] ? rowOf(rows[0]) : null
}

/** Nobody else decides about it until the transaction has ended. */
export async function lockItem(database: Database, id: number): Promise<LockedRow | null> {
  const { rows } = await database.query<Columns & { given: number }>(
    `select ${COLUMNS}, given ${JOINED} where items.id = $1 for update of items`,
    [id],
  )
  return rows[0] ? rowOf(rows[0]) : null
}

const rowOf = <C extends Columns>({ kind, name, ...row }: C) => ({
  ...row,
  item: workItemSchema.parse({ kind, name }),
})
