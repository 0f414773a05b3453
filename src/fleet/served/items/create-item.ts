import type pg from 'pg'
import type { Rejection } from '../../../contracts/rejections.ts'
import { err, ok, type Result } from '../../../contracts/result.ts'
import type { RpcInput } from '../../../contracts/rpc.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { folderOf } from '../../../core/formats/item-place.ts'
import { choicesIn } from '../../../core/spec/choices.ts'
import { withDetail } from '../../../core/words/finding-words.ts'
import { BUG_FILES } from '../../../core/workflow/document-files.ts'
import { withTrailers } from '../../../host/git/commit-work.ts'
import { firstEntry, newRecord, reportOf } from '../../../host/items/create-item.ts'
import { branchFor } from '../../../host/workspaces/git-context.ts'
import type { CallOrigin } from '../../../host/calls/project-calls.ts'
import { Transaction } from '../../database/transaction.ts'
import { settingsOf } from '../../database/project-settings.ts'
import { beginBranch, isJust } from '../../git/branch-edit.ts'
import { remoteRefs } from '../../git/branch-push.ts'
import type { Mirrors } from '../../git/mirrors.ts'
import { onceIn } from './answered-calls.ts'
import { nameOf } from './edit-document.ts'

interface Place {
  pool: pg.Pool
  mirrors: Mirrors
  project: string
  now: () => Date
}

interface ProjectRow {
  settings: string
  repository: string
  base: string
}

/** A spec's branch is made by its first step; a bug's has its report from the start. */
export async function createInFleet(
  { pool, mirrors, project, now }: Place,
  { item, description, language, quick, worktree, ...choices }: RpcInput<'create'>,
  { calledBy, commandId }: CallOrigin,
): Promise<Result<{ id: number }, Rejection>> {
  const found = await pool.query<ProjectRow>(
    'select settings, repository, base from sdd.projects where id = $1',
    [project],
  )
  const [place] = found.rows
  if (place === undefined) return err({ code: 'NO_PROJECT', project })
  if (await isTaken(pool, project, item)) return err({ code: 'ALREADY_EXISTS', item })
  const branch = branchFor(item)
  const others = await branchThere(mirrors, place.repository, branch)
  const inTheWay = (commit: string) =>
    err({
      code: 'GIT_REFUSED' as const,
      ...withDetail({ problem: 'branch-exists', values: { branch, commit: commit.slice(0, 12) } }),
    })
  const report =
    item.kind === 'bug'
      ? {
          path: `${folderOf(item)}/${BUG_FILES.report}`,
          text: reportOf({ item, description }),
          message: withTrailers(`${item.name}: reported`, { 'Sdd-By': nameOf(calledBy) }),
        }
      : null
  if (others !== null) {
    // This very report may have been pushed by a coordinator that ended before it had a row.
    const isOwn =
      report !== null &&
      !(await isHead(pool, others)) &&
      (await isJust(mirrors, place, { commit: others, edit: report }))
    if (!isOwn) return inTheWay(others)
  }
  const head = others ?? (report && (await beginBranch(mirrors, { ...place, item }, report)))
  if (report !== null && head === null) return inTheWay('')
  const made = {
    item,
    description,
    language: language ?? settingsOf(place).language,
    at: now().toISOString(),
    calledBy,
    commandId,
    isQuick: quick === true,
    worktree,
    choices: choicesIn(choices),
  }
  const call = { project, method: 'create', commandId } as const
  return Transaction.run(pool, (transaction) =>
    onceIn(transaction, call, async () => {
      const { rows } = await transaction.query<{ id: number }>(
        `with made as (
           insert into sdd.items (project, kind, name, given, record, head)
           values ($1, $2, $3, 1, $4, $6)
           on conflict (project, kind, name) do nothing returning id
         )
         insert into sdd.journal (item, seq, entry) select id, 1, $5 from made
         returning item as id, pg_notify('sdd_journal', item::text)`,
        [project, item.kind, item.name, newRecord(made), JSON.stringify(firstEntry(made)), head],
      )
      return rows[0] ? ok({ id: rows[0].id }) : err({ code: 'ALREADY_EXISTS', item })
    }),
  )
}

/** Also true for an archived item. */
async function isTaken(pool: pg.Pool, project: string, { kind, name }: WorkItem): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from sdd.items where project = $1 and kind = $2 and name = $3',
    [project, kind, name],
  )
  return rowCount === 1
}

/** Of an item of any project. */
async function isHead(pool: pg.Pool, commit: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from sdd.items where head = $1 limit 1', [commit])
  return rowCount === 1
}

/** Steps would overwrite that branch: one that does not belong to this fleet is left alone. */
async function branchThere(
  mirrors: Mirrors,
  repository: string,
  branch: string,
): Promise<string | null> {
  const git = await mirrors.open({ repository })
  const ref = `refs/heads/${branch}`
  return (await remoteRefs(git, repository, [ref])).get(ref) ?? null
}
