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
import { beginBranch, isJust, type Edit } from '../../git/branch-edit.ts'
import { remoteRefs } from '../../git/branch-push.ts'
import type { Mirrors } from '../../git/mirrors.ts'
import type { ItemRow } from '../../runs/item-row.ts'
import { onceIn } from './answered-calls.ts'
import { nameOf } from './edit-document.ts'

/** Another coordinator may push the branch in between. */
const TRIES = 3

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
  const message = withTrailers(`${item.name}: reported`, { 'Sdd-By': nameOf(calledBy) })
  const report =
    item.kind === 'bug'
      ? {
          path: `${folderOf(item)}/${BUG_FILES.report}`,
          text: reportOf({ item, description }),
          message,
        }
      : null
  const begun = await beginningOf({ pool, mirrors }, { ...place, item }, report)
  if (!begun.ok) return begun
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
        [
          project,
          item.kind,
          item.name,
          newRecord(made),
          JSON.stringify(firstEntry(made)),
          begun.value,
        ],
      )
      return rows[0] ? ok({ id: rows[0].id }) : err({ code: 'ALREADY_EXISTS', item })
    }),
  )
}

type NewBranch = Pick<ItemRow, 'repository' | 'base' | 'item'>

/** The first commit of its branch; null for one that has no branch yet. */
async function beginningOf(
  { pool, mirrors }: Pick<Place, 'pool' | 'mirrors'>,
  of: NewBranch,
  report: Edit | null,
): Promise<Result<string | null, Rejection>> {
  const branch = branchFor(of.item)
  for (let tried = 0; ; tried++) {
    const there = await branchThere(mirrors, of.repository, branch)
    if (there === null && report === null) return ok(null)
    if (there === null && report !== null && tried < TRIES) {
      const pushed = await beginBranch(mirrors, of, report)
      if (pushed !== null) return ok(pushed)
      continue
    }
    // This very report may come from a coordinator that has no row for it: it ended, or is at it.
    const isOwn =
      there !== null &&
      report !== null &&
      !(await isHead(pool, there)) &&
      (await isJust(mirrors, of, { commit: there, edit: report }))
    if (isOwn) return ok(there)
    const values = { branch, commit: (there ?? '').slice(0, 12) }
    return err({ code: 'GIT_REFUSED', ...withDetail({ problem: 'branch-exists', values }) })
  }
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
