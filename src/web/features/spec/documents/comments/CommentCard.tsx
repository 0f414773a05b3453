import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useState } from 'react'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { useWhyNot } from '../../../workers/use-why-not.ts'
import { Ago } from '../../../items/Ago.tsx'
import type { PlacedComment } from './comment-lines.ts'
import { useComments } from './comments-store.ts'

interface CommentCardProps {
  owner: WorkItem
  placed: PlacedComment
}

export function CommentCard({ owner, placed }: CommentCardProps) {
  const { comment, isMoved } = placed
  const { common, documents } = useMessages()
  const words = documents.comments
  const why = useWhyNot('operator')
  const reason = { disabled: why !== null, title: why ?? undefined }
  const [isDeleting, setDeleting] = useState(false)
  const resolve = useComments((state) => state.resolve)
  const remove = useComments((state) => state.remove)
  const isResolved = typeof comment.resolvedAt === 'string'
  return (
    <div className="border-l-2 border-accent bg-accent-soft px-3 py-1.5 font-sans text-[13px]">
      <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="font-medium text-text">{comment.author}</span>
        <Ago at={comment.createdAt} />
        {isResolved ? <span>{words.resolved}</span> : null}
      </p>
      {isMoved ? (
        <p className="text-xs text-needs">
          {words.moved} <q className="font-mono">{comment.quote.trim().slice(0, 200)}</q>
        </p>
      ) : null}
      <p className="my-1 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
        {comment.text}
      </p>
      <div className="-ml-2 flex gap-1">
        <Button
          kind="quiet"
          size="small"
          {...reason}
          onClick={() => void resolve(owner, comment.id, !isResolved)}
        >
          {isResolved ? words.reopen : words.resolve}
        </Button>
        <Button kind="quiet" size="small" {...reason} onClick={() => setDeleting(true)}>
          {common.delete}
        </Button>
      </div>
      <ConfirmDialog
        title={words.deleteTitle}
        description={words.deleteBody}
        confirm={common.delete}
        isOpen={isDeleting}
        isDangerous
        onClose={() => setDeleting(false)}
        onConfirm={() => remove(owner, comment.id)}
      />
    </div>
  )
}
