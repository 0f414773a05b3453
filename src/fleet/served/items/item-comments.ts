import type pg from 'pg'
import { err, ok, type Result } from '../../../contracts/result.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import {
  commentsIn,
  printedComments,
  type CommentsChange,
} from '../../../host/documents/comment-changes.ts'
import { Transaction } from '../../database/transaction.ts'
import { lockItem } from '../../runs/item-row.ts'
import { onceIn, type ActingCall } from './answered-calls.ts'

/** Changes are applied one after another, from any coordinator; the next agent gets the result. */
export function changeComments<T>(
  pool: pg.Pool,
  { id, call }: { id: number; call: ActingCall | null },
  change: CommentsChange<T>,
): Promise<Result<T, Rejection>> {
  return Transaction.run(pool, async (transaction) => {
    const row = await lockItem(transaction, id)
    if (row === null) throw new Error(`there is no item ${id}`)
    const write = async (): Promise<Result<T, Rejection>> => {
      const changed = change(commentsIn(row.comments))
      if (!changed.ok) return err(changed.error)
      await transaction.query(
        `update sdd.items set comments = $2 where id = $1
         returning pg_notify('sdd_journal', id::text)`,
        [id, printedComments(changed.value.comments)],
      )
      return ok(changed.value.value)
    }
    return call === null ? write() : onceIn(transaction, call, write)
  })
}
