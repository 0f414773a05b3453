import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { join } from 'node:path'
import type { LineComment } from '../../contracts/views/comments.ts'
import type { CommandId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import { failureOf } from '../runs/failure-words.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { describe } from '../files/errno.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { userName } from '../shell/user-name.ts'
import { Turns } from '../runs/turns.ts'
import {
  addedComment,
  commentsIn,
  deletedComment,
  printedComments,
  resolvedComment,
  type CommentsChange,
} from './comment-changes.ts'
import { ownFolder, readOwnFile } from './own-folder.ts'

export const COMMENTS_FILE = 'comments.json'
const MAX_COMMENTS_BYTES = 8 * 1024 * 1024

interface CommentsOptions {
  folders: ProjectFolders
  files: DurableFiles
  now: () => Date
}

type Answer<T> = Promise<Result<T, Rejection>>

/** Comments on lines of documents and code; the next agent reads them. */
export class Comments {
  readonly #options: CommentsOptions
  readonly #turns = new Turns()

  constructor(options: CommentsOptions) {
    this.#options = options
  }

  add(
    { item, ...content }: RpcInput<'comment'> | RpcInput<'commentOnCode'>,
    commandId: CommandId,
  ): Answer<LineComment> {
    const by = { author: userName(), createdAt: this.#at(), commandId }
    return this.#change(item, addedComment(content, by))
  }

  resolve(input: RpcInput<'resolveComment'>): Answer<null> {
    return this.#change(input.item, resolvedComment(input, this.#at()))
  }

  delete(input: RpcInput<'deleteComment'>): Answer<null> {
    return this.#change(input.item, deletedComment(input))
  }

  #at(): string {
    return this.#options.now().toISOString()
  }

  #change<T>(item: WorkItem, change: CommentsChange<T>): Answer<T> {
    return this.#turns.take(itemKey(item), async () => {
      const folder = ownFolder(this.#options.folders, item)
      if (folder === null) return err({ code: 'NOT_FOUND', item })
      const before = readComments(folder)
      const changed = before.ok ? change(before.value) : before
      if (!changed.ok) return changed
      const { comments, value } = changed.value
      try {
        const text = printedComments(comments)
        await this.#options.files.replace(join(folder, COMMENTS_FILE), text)
        return ok(value)
      } catch (error) {
        return err(failureOf(error).rejection)
      }
    })
  }
}

export function readComments(folder: string): Result<LineComment[], Rejection> {
  const file = join(folder, COMMENTS_FILE)
  try {
    const read = readOwnFile(folder, COMMENTS_FILE, MAX_COMMENTS_BYTES)
    if (read === null) return ok([])
    return ok(commentsIn(read.bytes.toString('utf8')))
  } catch (error) {
    return err({ code: 'SPEC_UNREADABLE', file, detail: describe(error) })
  }
}
