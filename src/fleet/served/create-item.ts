import type { CalledBy } from '../../contracts/called-by.ts'
import { err, ok } from '../../contracts/result.ts'
import type { RpcInput, RpcReply } from '../../contracts/rpc.ts'
import { choicesIn } from '../../core/spec/choices.ts'
import { firstEntry, newRecord } from '../../host/items/create-item.ts'
import type { Database } from '../database/database.ts'
import { settingsOf } from '../database/project-settings.ts'

interface Place {
  database: Database
  project: string
  now: () => Date
}

/** A new item begins in the database alone: its branch is made by the first step. */
export async function createInFleet(
  { database, project, now }: Place,
  { item, description, language, quick, worktree, ...choices }: RpcInput<'create'>,
  calledBy: CalledBy,
): Promise<RpcReply<'create'>> {
  // An agent analyses a bug from its report, which is a document and has to be on a branch.
  if (item.kind === 'bug') return err({ code: 'NOT_IN_FLEET', method: 'create bug' })
  const found = await database.query<{ settings: string }>(
    'select settings from sdd.projects where id = $1',
    [project],
  )
  const settings = settingsOf(found.rows[0] ?? { settings: '{}' })
  const made = {
    item,
    description,
    language: language ?? settings.language,
    at: now().toISOString(),
    calledBy,
    isQuick: quick === true,
    worktree,
    choices: choicesIn(choices),
  }
  const { rowCount } = await database.query(
    `with made as (
       insert into sdd.items (project, kind, name, given, record) values ($1, $2, $3, 1, $4)
       on conflict (project, kind, name) do nothing returning id
     )
     insert into sdd.journal (item, seq, entry) select id, 1, $5 from made
     returning pg_notify('sdd_journal', item::text)`,
    [project, item.kind, item.name, newRecord(made), JSON.stringify(firstEntry(made))],
  )
  return rowCount === 1 ? ok(null) : err({ code: 'ALREADY_EXISTS', item })
}
