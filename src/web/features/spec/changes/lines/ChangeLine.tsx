import { memo } from 'react'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import { Button } from '../../../../ui/Button.tsx'
import { CommentCard } from '../../documents/comments/CommentCard.tsx'
import { CommentForm } from '../../documents/comments/CommentForm.tsx'
import type { ChangeRow } from './change-rows.ts'
import { numberOf, sideOf } from './code-comments.ts'
import { LineCell } from './LineCell.tsx'
import type { LineContext } from './line-context.ts'
import type { PatchLine } from './read-patch.ts'

interface ChangeLineProps {
  row: ChangeRow
  context: LineContext
}

export const ChangeLine = memo(function ChangeLine({ row, context }: ChangeLineProps) {
  const changes = useChangeWords()
  const { path } = row.file
  switch (row.kind) {
    case 'note':
      return (
        <p className="flex flex-wrap items-center gap-2 px-4 py-2 text-xs text-muted max-md:text-sm">
          {changes.notes[row.note]}
          {row.note === 'failed' ? (
            <Button size="small" onClick={() => context.retry(path)}>
              {changes.reload}
            </Button>
          ) : null}
        </p>
      )
    case 'hunk':
      return (
        <p className="truncate bg-raised px-4 py-0.5 font-mono text-xs text-muted">{row.heading}</p>
      )
    case 'comment':
      return <CommentCard owner={context.owner} placed={row.placed} />
    case 'line': {
      const { line } = row
      const numbers = context.isPhone ? [line.now ?? line.old] : [line.old, line.now]
      return (
        <>
          <div className="flex">
            <LineCell line={line} numbers={numbers} context={context} />
          </div>
          <Comments path={path} line={line} context={context} />
        </>
      )
    }
    case 'pair': {
      const [old, now] = row.pair
      return (
        <>
          <div className="flex divide-x divide-line">
            {old === null ? <Gap /> : <LineCell line={old} numbers={[old.old]} context={context} />}
            {now === null ? <Gap /> : <LineCell line={now} numbers={[now.now]} context={context} />}
          </div>
          {old === null || old === now ? null : (
            <Comments path={path} line={old} context={context} />
          )}
          {now === null ? null : <Comments path={path} line={now} context={context} />}
        </>
      )
    }
    default:
      return row satisfies never
  }
})

const Gap = () => <div aria-hidden className="grow basis-0 bg-raised" />

interface CommentsProps {
  path: string
  line: PatchLine
  context: LineContext
}

function Comments({ path, line, context }: CommentsProps) {
  const { owner, comments, writing } = context
  const placed = comments.get(path)?.byLine.get(line) ?? []
  if (placed.length === 0 && !writing.has(line)) return null
  return (
    <div className="border-y border-line bg-surface py-1 pl-10 max-md:pl-3">
      {placed.map((one) => (
        <CommentCard key={one.comment.id} owner={owner} placed={one} />
      ))}
      {writing.has(line) ? (
        <CommentForm
          owner={owner}
          on={{ file: path, side: sideOf(line) }}
          line={numberOf(line)}
          text={line.text}
          onClose={() => context.close(line)}
        />
      ) : null}
    </div>
  )
}
