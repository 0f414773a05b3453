import type { CalledBy } from '../../../contracts/called-by.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import { err, ok, type Result } from '../../../contracts/result.ts'
import type { RpcInput, RpcReply } from '../../../contracts/rpc.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import {
  addedComment,
  deletedComment,
  resolvedComment,
} from '../../../host/documents/comment-changes.ts'
import { GitFailed } from '../../../host/git/git-process.ts'
import { failureOf } from '../../../host/runs/failure-words.ts'
import { isOfDatabase } from '../../database/database.ts'
import { PushDeclined } from '../../git/branch-push.ts'
import { CommitGone, ObjectsRefused } from '../../git/checked-fetch.ts'
import type { OpenedRuns } from '../../open-runs.ts'
import type { ProjectBoard } from '../project-board.ts'
import { createInFleet } from './create-item.ts'
import { editDocument, nameOf } from './edit-document.ts'
import { listArchived, putAway, restoreItem } from './item-archive.ts'
import { changeComments } from './item-comments.ts'

interface CallParts extends Pick<OpenedRuns, 'pool' | 'runs' | 'commits' | 'mirrors'> {
  board: ProjectBoard
  now: () => Date
}

type Changing =
  | 'create'
  | 'saveDocument'
  | 'comment'
  | 'commentOnCode'
  | 'resolveComment'
  | 'deleteComment'
  | 'seeEnd'
  | 'archive'
  | 'deleteSpec'
  | 'archived'
  | 'restore'

type ItemCalls = {
  [M in Changing]: (input: RpcInput<M>, calledBy: CalledBy) => Promise<RpcReply<M>>
}

/** What people do with items of a fleet besides commands. */
export function itemCalls(parts: CallParts): ItemCalls {
  const { pool, runs, board, now } = parts
  const { project } = board
  const at = (): string => now().toISOString()
  const comment = (
    { item, ...said }: RpcInput<'comment'> | RpcInput<'commentOnCode'>,
    by: CalledBy,
  ): Promise<RpcReply<'comment'>> =>
    onItem(board, item, (id) =>
      changeComments(pool, id, addedComment(said, { author: nameOf(by), createdAt: at() })),
    )
  const away = (item: WorkItem, how: 'archived' | 'deleted'): Promise<RpcReply<'archive'>> =>
    onItem(
      board,
      item,
      async (id) => (await putAway(runs, { id, how })) ?? err({ code: 'NOT_FOUND', item }),
    )
  return {
    create: async (input, by) => {
      const created = await reached(() => createInFleet({ ...parts, project }, input, by))
      if (!created.ok) return created
      await board.look(created.value.id)
      return ok(null)
    },
    saveDocument: (input, by) =>
      onItem(board, input.item, (id) => reached(() => editDocument(parts, { ...input, id }, by))),
    comment,
    commentOnCode: comment,
    resolveComment: (input) =>
      onItem(board, input.item, (id) => changeComments(pool, id, resolvedComment(input, at()))),
    deleteComment: (input) =>
      onItem(board, input.item, (id) => changeComments(pool, id, deletedComment(input))),
    seeEnd: (input) =>
      onItem(board, input.item, async (id) => {
        await pool.query(
          `update sdd.items set seen_end = $2 where id = $1
           returning pg_notify('sdd_journal', id::text)`,
          [id, input.at],
        )
        return ok(null)
      }),
    archive: ({ item }) => away(item, 'archived'),
    deleteSpec: ({ item }) => away(item, 'deleted'),
    archived: async () => ok(await listArchived(pool, project)),
    restore: async ({ id }) => {
      const restored = await restoreItem(pool, project, id)
      if (restored.ok) await board.look(Number(id))
      return restored
    },
  }
}

/** Whoever changed something must see it as soon as the call is answered. */
async function onItem<T>(
  board: ProjectBoard,
  item: WorkItem,
  act: (id: number) => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const id = (await board.latest(item))?.shown.id
  if (id === undefined) return err({ code: 'NOT_FOUND', item })
  const reply = await act(id)
  await board.look(id)
  return reply
}

/** Answers only with git's own message: its command line may contain a password. */
async function reached<T>(act: () => Promise<Result<T, Rejection>>): Promise<Result<T, Rejection>> {
  try {
    return await act()
  } catch (error) {
    if (isOfDatabase(error)) throw error
    if (
      error instanceof PushDeclined ||
      error instanceof CommitGone ||
      error instanceof ObjectsRefused
    )
      return err({ code: 'GIT_REFUSED', detail: error.message })
    if (!(error instanceof GitFailed)) return err(failureOf(error).rejection)
    const detail = error.errors.trim() || 'the repository cannot be reached'
    return err({ code: 'GIT_REFUSED', detail })
  }
}
