import { Bug } from 'lucide-react'
import { isSpec, type WorkItem } from '../../../contracts/work-item.ts'
import { useMessages } from '../../i18n/messages.ts'

/** Marks bugs, which are listed among the specs. */
export function KindMark({ item }: { item: WorkItem }) {
  const { board } = useMessages()
  return isSpec(item) ? null : (
    <Bug role="img" aria-label={board.bug} className="size-3.5 shrink-0 text-muted" />
  )
}
