import { itemKey, type WorkItem } from '../../../../../contracts/work-item.ts'
import { create } from 'zustand'
import type { Result } from '../../../../../contracts/result.ts'
import { callProject, type Refusal } from '../../../../app/live.ts'
import { showRefusal } from '../../../notices/notices-store.ts'
import { currentProject } from '../../../projects/projects-store.ts'
import { useDocuments } from '../documents-store.ts'

/** A document, or a changed file and the side of the diff. */
export type CommentOn = { document: string } | { file: string; side: 'old' | 'new' }

interface NewComment {
  on: CommentOn
  line: number
  quote: string
  text: string
}

interface CommentsState {
  /** Unsent comments by place; kept here because rows unmount while scrolling. */
  written: Readonly<Record<string, string>>
  write(place: string, text: string | null): void
  add(owner: WorkItem, comment: NewComment): Promise<boolean>
  resolve(owner: WorkItem, id: string, resolved: boolean): Promise<void>
  remove(owner: WorkItem, id: string): Promise<void>
}

export const useComments = create<CommentsState>()((set) => ({
  written: {},
  write: (place, text) =>
    set(({ written }) => {
      const { [place]: _, ...rest } = written
      return { written: text === null ? rest : { ...rest, [place]: text } }
    }),
  add: (owner, { on, ...rest }) =>
    finish(
      owner,
      'document' in on
        ? callProject(currentProject(), 'comment', { item: owner, ...on, ...rest })
        : callProject(currentProject(), 'commentOnCode', { item: owner, ...on, ...rest }),
    ),
  async resolve(owner, id, resolved) {
    const input = { item: owner, id, resolved }
    await finish(owner, callProject(currentProject(), 'resolveComment', input))
  },
  async remove(owner, id) {
    await finish(owner, callProject(currentProject(), 'deleteComment', { item: owner, id }))
  },
}))

export const commentPlace = (owner: WorkItem, on: CommentOn, line: number): string =>
  `${currentProject()}/${itemKey(owner)}/${'document' in on ? on.document : `${on.side}/${on.file}`}/${line}`

/** Lines with a non-empty, unsent comment. */
export function linesBegun(owner: WorkItem, on: CommentOn): ReadonlySet<number> {
  const prefix = commentPlace(owner, on, 0).slice(0, -1)
  const begun = Object.entries(useComments.getState().written).filter(
    ([place, text]) => place.startsWith(prefix) && text.trim() !== '',
  )
  return new Set(begun.map(([place]) => Number(place.slice(prefix.length))))
}

async function finish(owner: WorkItem, asked: Promise<Result<unknown, Refusal>>): Promise<boolean> {
  const reply = await asked
  if (!reply.ok) showRefusal(reply.error, owner)
  await useDocuments.getState().loadFolder(owner)
  return reply.ok
}
