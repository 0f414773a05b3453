import { nameFor } from '../calls/answered-calls.ts'
import type { CommandId } from '../../contracts/ids.ts'
import { commentsSchema, type LineComment } from '../../contracts/views/comments.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'

/** Maps an item's comments to the changed ones and the value to answer with. */
export type CommentsChange<T> = (
  before: LineComment[],
) => Result<{ comments: LineComment[]; value: T }, Rejection>

export function addedComment(
  content: Omit<RpcInput<'comment'>, 'item'> | Omit<RpcInput<'commentOnCode'>, 'item'>,
  { commandId, ...by }: { author: string; createdAt: string; commandId: CommandId },
): CommentsChange<LineComment> {
  const comment = { id: `comment_${nameFor(commandId)}`, ...content, ...by }
  return (before) => {
    const known = before.find(({ id }) => id === comment.id)
    if (known !== undefined) return ok({ comments: before, value: known })
    return ok({ comments: [...before, comment], value: comment })
  }
}

export function resolvedComment(
  { id, resolved }: RpcInput<'resolveComment'>,
  at: string,
): CommentsChange<null> {
  const resolvedAt = resolved ? at : null
  return (before) =>
    before.some((comment) => comment.id === id)
      ? ok({
          comments: before.map((one) => (one.id === id ? { ...one, resolvedAt } : one)),
          value: null,
        })
      : err({ code: 'NO_COMMENT', id })
}

export const deletedComment =
  ({ id }: RpcInput<'deleteComment'>): CommentsChange<null> =>
  (before) => {
    const left = before.filter((comment) => comment.id !== id)
    if (left.length === before.length) return err({ code: 'NO_COMMENT', id })
    return ok({ comments: left, value: null })
  }

export const commentsIn = (text: string): LineComment[] =>
  commentsSchema.parse(JSON.parse(text.replace(/^\uFEFF/, '')))

export const printedComments = (comments: readonly LineComment[]): string =>
  `${JSON.stringify(comments, null, 2)}\n`
