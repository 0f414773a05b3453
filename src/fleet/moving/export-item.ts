import { join } from 'node:path'
import { commentsIn } from '../../host/documents/comment-changes.ts'
import { COMMENTS_FILE } from '../../host/documents/comments-file.ts'
import { makeFolder, replaceFile } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { JOURNAL_FILE } from '../../host/journal/journal-lines.ts'
import { itemDirOf, type ProjectFolders } from '../../host/project/folders.ts'
import { Transaction } from '../database/transaction.ts'
import type { OpenedRuns } from '../open-runs.ts'
import { idOf, lockItem, type ItemRef } from '../runs/item-row.ts'
import { itemLines } from '../slots/item-lines.ts'

interface Exported extends ItemRef {
  folders: ProjectFolders
}

/**
 * Gives an item back to a checkout that has its branch: its record and its event log, line by line.
 * The fleet forgets it and refuses what its workers still report. False when there is no such item.
 */
export async function exportItem(
  { pool, jobs }: Pick<OpenedRuns, 'pool' | 'jobs'>,
  exported: Exported,
): Promise<boolean> {
  const id = await idOf(pool, exported)
  if (id === null) return false
  return Transaction.run(pool, async (transaction) => {
    const row = await lockItem(transaction, id)
    if (row === null) return false
    const { rows } = await transaction.query<{ entry: string }>(
      'select entry from sdd.journal where item = $1 order by seq',
      [id],
    )
    const dir = itemDirOf(exported.folders, exported.item)
    makeFolder(dir)
    replaceFile(join(dir, JOURNAL_FILE), rows.map(({ entry }) => `${entry}\n`).join(''))
    replaceFile(join(dir, RECORD_FILES[row.item.kind]), printed(row.record))
    if (commentsIn(row.comments).length > 0) replaceFile(join(dir, COMMENTS_FILE), row.comments)
    const { slots, bases } = itemLines({ database: transaction, jobs, row })
    await slots.release(String(id))
    await bases.release(String(id))
    await transaction.query(
      `delete from sdd.items where id = $1 returning pg_notify('sdd_journal', id::text)`,
      [id],
    )
    return true
  })
}

const printed = (record: string): string => `${JSON.stringify(JSON.parse(record), null, 2)}\n`
