import { useContext } from 'react'
import { CommentForm } from '../comments/CommentForm.tsx'
import { BlockCommentsContext } from './block-comments.ts'

/** The comment being written on the block above; sent ones are shown beside the text. */
export function BlockSlot({ lines }: { lines: string }) {
  const context = useContext(BlockCommentsContext)
  if (context === null) return null
  const [from = 0, to = 0] = lines.split('-').map(Number)
  const writing = [...context.writing].filter((line) => line >= from && line <= to)
  if (writing.length === 0) return null
  return (
    <div className="my-2 flex flex-col gap-2">
      {writing.map((line) => (
        <CommentForm
          key={line}
          owner={context.owner}
          on={{ document: context.document }}
          line={line}
          text={context.lines[line - 1] ?? ''}
          onClose={() => context.close(line)}
        />
      ))}
    </div>
  )
}
