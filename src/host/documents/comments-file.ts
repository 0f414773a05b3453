import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { commentsSchema, type LineComment } from '../../contracts/views/comments.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import { failureOf } from '../runs/failure-words.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { describe } from '../files/errno.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { userName } from '../shell/user-name.ts'
import { Turns } from '../runs/turns.ts'
import { ownFolder, readOwnFile } from './own-folder.ts'

export const COMMENTS_FILE = 'comments.json'
const MAX_COMMENTS_BYTES = 8 * 1024 * 1024

interface CommentsOptions {
  folders: ProjectFolders
  files: DurableFiles
  now: () => Date
}

type Answer<T> = Promise<Result<T, Rejection>>
type Change<T> = Result<{ comments: LineComment[]; value: T }, Rejection>

/** What people say about lines of documents; the next agent reads it. */
export class Comments {
  readonly #options: CommentsOptions
  readonly #turns = new Turns()

  constructor(options: CommentsOptions) {
    this.#options = options
  }

  add({ item, ...said }: RpcInput<'comment'> | RpcInput<'commentOnCode'>): Answer<LineComment> {
    const comment: LineComment = {
      id: `comment_${randomBytes(8).toString('hex')}`,
      ...said,
      author: userName(),
      createdAt: this.#at(),
    }
    return this.#change(item, (comments) =>
      ok({ comments: [...comments, comment], value: comment }),
    )
  }

  resolve({ item, id, resolved }: RpcInput<'resolveComment'>): Answer<null> {
    const resolvedAt = resolved ? this.#at() : null
    return this.#change(item, (comments) =>
      comments.some((comment) => comment.id === id)
        ? ok({
            comments: comments.map((comment) =>
              comment.id === id ? { ...comment, resolvedAt } : comment,
            ),
            value: null,
          })
        : err({ code: 'NO_COMMENT', id }),
    )
  }

  delete({ item, id }: RpcInput<'deleteComment'>): Answer<null> {
    return this.#change(item, (comments) => {
      const left = comments.filter((comment) => comment.id !== id)
      if (left.length === comments.length) return err({ code: 'NO_COMMENT', id })
      return ok({ comments: left, value: null })
    })
  }

  #at(): string {
    return this.#options.now().toISOString()
  }

  #change<T>(item: WorkItem, change: (before: LineComment[]) => Change<T>): Answer<T> {
    return this.#turns.take(itemKey(item), async () => {
      const folder = ownFolder(this.#options.folders, item)
      if (folder === null) return err({ code: 'NOT_FOUND', item })
      const before = readComments(folder)
      const changed = before.ok ? change(before.value) : before
      if (!changed.ok) return changed
      const { comments, value } = changed.value
      try {
        const text = `${JSON.stringify(comments, null, 2)}\n`
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
    const text = read.bytes.toString('utf8').replace(/^\uFEFF/, '')
    return ok(commentsSchema.parse(JSON.parse(text)))
  } catch (error) {
    return err({ code: 'SPEC_UNREADABLE', file, detail: describe(error) })
  }
}
