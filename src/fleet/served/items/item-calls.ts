import type { Rejection } from '../../../contracts/rejections.ts'
import { err, ok, type Result } from '../../../contracts/result.ts'
import type { ActingMethod, RpcInput, RpcReply } from '../../../contracts/rpc.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import type { CallOrigin } from '../../../host/calls/project-calls.ts'
import {
  addedComment,
  deletedComment,
  resolvedComment,
} from '../../../host/documents/comment-changes.ts'
import { GitFailed } from '../../../host/git/git-process.ts'
import { failureOf } from '../../../host/runs/failure-words.ts'
import { isOfDatabase, type Database } from '../../database/database.ts'
import { PushDeclined } from '../../git/branch-push.ts'
import { CommitGone, ObjectsRefused } from '../../git/checked-fetch.ts'
import type { OpenedRuns } from '../../open-runs.ts'
import type { ProjectBoard } from '../project-board.ts'
import { firstAnswer, type ActingCall } from './answered-calls.ts'
import { createInFleet } from './create-item.ts'
import { editDocument, nameOf } from './edit-document.ts'
import { listArchived, putAway, restoreItem, type PutAway } from './item-archive.ts'
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
  [M in Changing]: (input: RpcInput<M>, origin: CallOrigin) => Promise<RpcReply<M>>
}

/** What people do with items of a fleet besides commands. */
export function itemCalls(parts: CallParts): ItemCalls {
  const { pool, runs, board, now } = parts
  const { project } = board
  const at = (): string => now().toISOString()
  const named = (method: ActingMethod, { commandId }: CallOrigin): ActingCall => ({
    project,
    method,
    commandId,
  })
  const comment =
    (method: 'comment' | 'commentOnCode') =>
    (
      { item, ...said }: RpcInput<'comment'> | RpcInput<'commentOnCode'>,
      origin: CallOrigin,
    ): Promise<RpcReply<'comment'>> => {
      const call = named(method, origin)
      const { calledBy, commandId } = origin
      const by = { author: nameOf(calledBy), createdAt: at(), commandId }
      return once(pool, call, () =>
        onItem(board, item, (id) => changeComments(pool, { id, call }, addedComment(said, by))),
      )
    }
  const away = (item: WorkItem, how: PutAway['how'], call: ActingCall) =>
    once(pool, call, () =>
      onItem(
        board,
        item,
        async (id): Promise<RpcReply<'archive'>> =>
          (await putAway(runs, { id, how, call })) ?? err({ code: 'NOT_FOUND', item }),
      ),
    )
  return {
    create: async (input, origin) => {
      const created = await once(pool, named('create', origin), () =>
        reached(() => createInFleet({ ...parts, project }, input, origin)),
      )
      if (!created.ok) return created
      await board.look(created.value.id)
      return ok(null)
    },
    saveDocument: (input, origin) =>
      once(pool, named('saveDocument', origin), () =>
        onItem(board, input.item, (id) =>
          reached(() => editDocument(parts, { ...input, id }, origin)),
        ),
      ),
    comment: comment('comment'),
    commentOnCode: comment('commentOnCode'),
    resolveComment: (input) =>
      onItem(board, input.item, (id) =>
        changeComments(pool, { id, call: null }, resolvedComment(input, at())),
      ),
    deleteComment: (input, origin) => {
      const call = named('deleteComment', origin)
      return once(pool, call, () =>
        onItem(board, input.item, (id) =>
          changeComments(pool, { id, call }, deletedComment(input)),
        ),
      )
    },
    seeEnd: (input) =>
      onItem(board, input.item, async (id) => {
        await pool.query(
          `update sdd.items set seen_end = $2 where id = $1
           returning pg_notify('sdd_journal', id::text)`,
          [id, input.at],
        )
        return ok(null)
      }),
    archive: ({ item }, origin) => away(item, 'archived', named('archive', origin)),
    deleteSpec: ({ item }, origin) => away(item, 'deleted', named('deleteSpec', origin)),
    archived: async () => ok(await listArchived(pool, project)),
    restore: async ({ id }, origin) => {
      const call = named('restore', origin)
      const restored = await once(pool, call, () => restoreItem(pool, id, call))
      if (restored.ok) await board.look(Number(id))
      return restored
    },
  }
}

/**
 * Looks before and after: what a call has changed may no longer be there, and another coordinator
 * may have carried it out in the meantime.
 */
async function once<T>(
  pool: Database,
  call: ActingCall,
  act: () => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const before = await firstAnswer(pool, call)
  if (before !== null) return ok(before.value as T)
  const reply = await act()
  const meanwhile = reply.ok ? null : await firstAnswer(pool, call)
  return meanwhile === null ? reply : ok(meanwhile.value as T)
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
