import { workItemSchema } from '../../contracts/ids.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Database } from '../database/database.ts'
import type { ItemRow } from '../runs/item-row.ts'

/** An item with what screens show of it besides its journal. */
export interface ShownItem extends ItemRow {
  seenEnd: string | null
  /** The worker that has its step. */
  worker: string | null
  /** Changes whenever any of this changes. */
  stamp: string
}

interface Columns extends Omit<ShownItem, 'item'> {
  kind: string
  name: string
}

/** PostgreSQL's own ids of the transactions that wrote the rows. */
const STAMP = `concat_ws(' ', items.xmin, projects.xmin,
  (select agent_id from sdd.attempts where item = items.id and state = 'claimed'
   order by made_at desc limit 1))`

const COLUMNS = `items.id, items.project, kind, items.name, record, comments, items.head, repository, base, pool,
  settings, seen_end as "seenEnd",
  (select workers.name from sdd.attempts join sdd.workers on workers.id = worker
   where item = items.id and state = 'claimed' order by made_at desc limit 1) as worker, ${STAMP} as stamp`

const shownOf = ({ kind, name, ...row }: Columns): ShownItem => {
  const item: WorkItem = workItemSchema.parse({ kind, name })
  return { ...row, item }
}

/** How many are read at once: all of them would be in memory twice. */
const BATCH = 100

export async function* shownItems(
  database: Database,
  project: string,
): AsyncGenerator<ShownItem, void, void> {
  for (let after = 0; ;) {
    const { rows } = await database.query<Columns>(
      `select ${COLUMNS} from sdd.items join sdd.projects on projects.id = project
       where project = $1 and archived_at is null and items.id > $2
       order by items.id limit ${BATCH}`,
      [project, after],
    )
    yield* rows.map(shownOf)
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = last.id
  }
}

export async function shownItem(database: Database, id: number): Promise<ShownItem | null> {
  const { rows } = await database.query<Columns>(
    `select ${COLUMNS} from sdd.items join sdd.projects on projects.id = project
     where items.id = $1 and archived_at is null`,
    [id],
  )
  return rows[0] ? shownOf(rows[0]) : null
}

/** Shows which items have to be read again, without reading them. */
export async function stampsOf(
  database: Database,
  project: string,
): Promise<{ id: number; stamp: string }[]> {
  const { rows } = await database.query<{ id: number; stamp: string }>(
    `select items.id, ${STAMP} as stamp from sdd.items join sdd.projects on projects.id = project
     where project = $1 and archived_at is null`,
    [project],
  )
  return rows
}
