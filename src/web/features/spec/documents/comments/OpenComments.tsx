import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { CommentCard } from './CommentCard.tsx'
import type { PlacedComment } from './comment-lines.ts'

interface OpenCommentsProps {
  owner: WorkItem
  comments: PlacedComment[]
  onJump(line: number): void
}

/** The comments that agents will read, beside or below the document. */
export function OpenComments({ owner, comments, onJump }: OpenCommentsProps) {
  const { comments: words } = useMessages().documents
  if (comments.length === 0) return null
  return (
    <aside
      aria-label={words.title}
      className="flex shrink-0 flex-col gap-3 border-line px-3 py-4 max-xl:border-t xl:w-72 xl:overflow-y-auto xl:border-l"
    >
      <div>
        <h2 className="font-semibold">{words.open(comments.length)}</h2>
        <p className="text-xs text-muted">{words.goesTo}</p>
      </div>
      {comments.map((placed) => (
        <div key={placed.comment.id} className="flex flex-col items-start">
          <Button
            kind="quiet"
            size="small"
            className="-ml-2 max-w-full"
            onClick={() => onJump(placed.line)}
          >
            {words.jump(placed.line)}
            <span className="truncate font-mono font-normal text-faint">
              {placed.comment.quote}
            </span>
          </Button>
          <div className="w-full">
            <CommentCard owner={owner} placed={placed} />
          </div>
        </div>
      ))}
    </aside>
  )
}
