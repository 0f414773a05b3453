import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useReturned } from './returned-store.ts'

interface ReturnedIssuesProps {
  item: WorkItem
  /** Rounds whose reviews have been written. */
  rounds: readonly number[]
}

/** Issues that later rounds raised again; renders nothing if there are none. */
export function ReturnedIssues({ item, rounds }: ReturnedIssuesProps) {
  const { review } = useMessages().workflow
  // The item object may change with its row, so effects use its fields.
  const { kind, name } = item
  const key = itemKey(item)
  const written = rounds.join(' ')
  const issues = useReturned((state) => state.issues.get(key)) ?? []
  useEffect(() => {
    const numbers = written.split(' ').map(Number)
    if (numbers.length > 1) void useReturned.getState().load({ kind, name }, numbers)
  }, [kind, name, written])
  if (issues.length === 0) return null
  return (
    <div className="flex flex-col gap-0.5 text-xs">
      <p className="flex items-center gap-1 text-needs">
        <Undo2 aria-hidden className="size-3 shrink-0" />
        {review.returned}
      </p>
      <ul aria-label={review.returned} className="pl-4">
        {issues.map(({ round, id, title, first }) => (
          <li key={`${round} ${id}`} className="[overflow-wrap:anywhere]">
            {title} <span className="text-muted">({review.returnedIssue(id, round, first)})</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
