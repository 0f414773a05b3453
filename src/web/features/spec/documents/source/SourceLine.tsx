import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useMessages } from '../../../../i18n/messages.ts'
import { LongText } from '../../../../ui/text/LongText.tsx'
import { CommentCard } from '../comments/CommentCard.tsx'
import { CommentForm } from '../comments/CommentForm.tsx'
import type { PlacedComment } from '../comments/comment-lines.ts'
import { useWhyNot } from '../../../workers/use-why-not.ts'

export interface LineContext {
  owner: WorkItem
  document: string
  lines: string[]
  comments: ReadonlyMap<number, PlacedComment[]>
  /** Lines with an open form. */
  writing: ReadonlySet<number>
  marked: string
  /** The line that was jumped to. */
  current: number | null
  open(line: number): void
  close(line: number): void
}

interface SourceLineProps {
  line: number
  context: LineContext
}

export const SourceLine = memo(function SourceLine({ line, context }: SourceLineProps) {
  const { owner, document, lines, comments, writing, marked, current } = context
  const { documents } = useMessages()
  const why = useWhyNot('operator')
  const text = lines[line - 1] ?? ''
  const isCurrent = current === line
  return (
    <div className={`group flex font-mono text-xs ${isCurrent ? 'bg-accent-soft' : ''}`}>
      <button
        type="button"
        disabled={why !== null}
        title={why ?? undefined}
        aria-label={documents.comments.add(line)}
        onClick={() => context.open(line)}
        className="flex w-14 shrink-0 items-start justify-end gap-1 pr-2 text-faint hover:text-accent focus-visible:text-accent max-md:w-12"
      >
        {why !== null ? null : (
          <Plus
            aria-hidden
            className="mt-0.5 size-4 rounded bg-accent p-0.5 text-on-accent opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 max-md:hidden"
          />
        )}
        {line}
      </button>
      <div className="min-w-0 grow border-l border-line pr-3">
        <LongText text={text} marked={marked} isCurrent={isCurrent} className="min-h-5 pl-3" />
        {comments.get(line)?.map((placed) => (
          <CommentCard key={placed.comment.id} owner={owner} placed={placed} />
        ))}
        {writing.has(line) ? (
          <CommentForm
            owner={owner}
            on={{ document }}
            line={line}
            text={text}
            onClose={() => context.close(line)}
          />
        ) : null}
      </div>
    </div>
  )
})
