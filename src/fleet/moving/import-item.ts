import type pg from 'pg'
import type { WorkItem } from '../../contracts/work-item.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import type { LineComment } from '../../contracts/views/comments.ts'
import { printedComments } from '../../host/documents/comment-changes.ts'
import { COMMENTS_FILE, readComments } from '../../host/documents/comments-file.ts'
import { readDocumentText } from '../../host/files/own-files.ts'
import { readSpecJson, RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { JOURNAL_FILE, parseLine, readJournalBytes } from '../../host/journal/journal-lines.ts'
import { hasRecord, itemDirOf, type ProjectFolders } from '../../host/project/folders.ts'
import { join } from 'node:path'
import { gitIn } from '../../host/git/run-git.ts'
import { branchFor } from '../../host/workspaces/git-context.ts'
import { Transaction } from '../database/transaction.ts'
import type { ItemRef } from '../runs/item-row.ts'

interface Imported extends ItemRef {
  folders: ProjectFolders
  env: NodeJS.ProcessEnv
}

/** Imports an item of a checkout as it is, journal line by line, even in the middle of a run. */
export async function importItem(pool: pg.Pool, imported: Imported): Promise<number> {
  const { project, item, folders } = imported
  const head = await headOf(imported)
  const dir = itemDirOf(folders, item)
  const record = recordOf(folders, item)
  const lines = numberedLines(readJournalBytes(join(dir, JOURNAL_FILE)).toString('utf8'))
  const given = lines.at(-1)?.seq ?? 0
  return Transaction.run(pool, async (transaction) => {
    const { rows } = await transaction.query<{ id: number }>(
      `insert into sdd.items (project, kind, name, given, record, comments, head)
       values ($1, $2, $3, $4, $5, $6, $7) returning id, pg_notify('sdd_journal', id::text)`,
      [
        project,
        item.kind,
        item.name,
        given,
        record.replace(/^\uFEFF/, ''),
        printedComments(commentsOf(dir)),
        head,
      ],
    )
    const id = rows[0]?.id
    if (id === undefined) throw new Error('unreachable')
    await transaction.query(
      `insert into sdd.journal (item, seq, entry)
       select $1, added.seq, added.entry from unnest($2::bigint[], $3::text[]) as added (seq, entry)`,
      [id, lines.map(({ seq }) => seq), lines.map(({ line }) => line)],
    )
    return id
  })
}

/** Other tools write no record: one is made from what their files say. */
const recordOf = (folders: ProjectFolders, item: WorkItem): string => {
  const dir = itemDirOf(folders, item)
  return hasRecord(folders, item)
    ? readDocumentText(join(dir, RECORD_FILES[item.kind]))
    : JSON.stringify(readSpecJson(dir, item))
}

/** Throws when they cannot be read: they would be lost. */
function commentsOf(dir: string): LineComment[] {
  const read = readComments(dir)
  if (!read.ok) throw new Error(`${join(dir, COMMENTS_FILE)} cannot be read`)
  return read.value
}

/** The commit that has its documents, as this checkout knows it; null when there is none yet. */
async function headOf({ folders, env, item }: Imported): Promise<string | null> {
  const git = await gitIn(folders.projectDir, env)
  const branch = `refs/heads/${branchFor(item)}^{commit}`
  const found = await git?.('rev-parse', '--verify', '--quiet', '--end-of-options', branch)
  if (found?.code === 0) return found.text.trim()
  const folder = await git?.('rev-parse', '--verify', '--quiet', `HEAD:${folderOf(item)}`)
  if (folder?.code !== 0) return null
  const there = await git?.('branch', '--remotes', '--contains', 'HEAD')
  if (there?.code !== 0 || there.text.trim() === '')
    throw new Error(`${folderOf(item)} is only in this checkout: push its commit first`)
  return (await git?.('rev-parse', 'HEAD'))?.text.trim() ?? null
}

/** Includes lines of later versions; drops unreadable lines and those whose number goes back. */
function numberedLines(text: string): { seq: number; line: string }[] {
  const kept: { seq: number; line: string }[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const parsed = parseLine(line)
    const seq =
      parsed.kind === 'entry' ? parsed.entry.seq : parsed.kind === 'newer' ? parsed.seq : 0
    if (seq > (kept.at(-1)?.seq ?? 0)) kept.push({ seq, line })
  }
  return kept
}
