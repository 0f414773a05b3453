import type pg from 'pg'
import { workItemSchema } from '../../../contracts/ids.ts'
import { err, ok } from '../../../contracts/result.ts'
import type { RpcReply } from '../../../contracts/rpc.ts'
import type { ArchivedItem } from '../../../contracts/views/documents.ts'
import type { Database } from '../../database/database.ts'
import { Transaction } from '../../database/transaction.ts'
import type { FleetRuns } from '../../runs/fleet-runs.ts'
import { onceIn, type ActingCall } from './answered-calls.ts'

export interface PutAway {
  id: number
  how: ArchivedItem['how']
  call: ActingCall
}

const LIVE: ReadonlySet<string> = new Set(['running', 'queued'])

/** Its journal and branch stay, and its name stays taken. Refused while it runs. */
export async function putAway(
  runs: FleetRuns,
  { id, how, call }: PutAway,
): Promise<RpcReply<'archive'> | null> {
  return runs.report(id, ({ transaction, state, row }) =>
    onceIn(transaction, call, async () => {
      if (LIVE.has(state().status)) return err({ code: 'ALREADY_EXECUTING', item: row.item })
      await transaction.query(
        `update sdd.items set archived_at = now(), archived_how = $2 where id = $1
         returning pg_notify('sdd_journal', id::text)`,
        [id, how],
      )
      return ok(null)
    }),
  )
}

interface Columns {
  id: number
  kind: string
  name: string
  how: ArchivedItem['how']
  at: Date
}

/** Newest first. */
export async function listArchived(database: Database, project: string): Promise<ArchivedItem[]> {
  const { rows } = await database.query<Columns>(
    `select id, kind, name, archived_how as how, archived_at as at from sdd.items
     where project = $1 and archived_at is not null order by archived_at desc, id desc`,
    [project],
  )
  return rows.map(({ id, kind, name, how, at }) => ({
    id: String(id),
    item: workItemSchema.parse({ kind, name }),
    how,
    at: at.toISOString(),
  }))
}

export async function restoreItem(
  pool: pg.Pool,
  id: string,
  call: ActingCall,
): Promise<RpcReply<'restore'>> {
  return Transaction.run(pool, (transaction) =>
    onceIn(transaction, call, async () => {
      const { rows } = await transaction.query<Pick<Columns, 'kind' | 'name'>>(
        `update sdd.items set archived_at = null, archived_how = null
         where project = $1 and id::text = $2 and archived_at is not null
         returning kind, name, pg_notify('sdd_journal', id::text)`,
        [call.project, id],
      )
      const [row] = rows
      if (row === undefined) return err({ code: 'NOT_IN_ARCHIVE', id })
      return ok({ item: workItemSchema.parse({ kind: row.kind, name: row.name }) })
    }),
  )
}
