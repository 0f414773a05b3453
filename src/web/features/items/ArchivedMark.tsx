import { Archive } from 'lucide-react'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { groupOf } from '../../../core/formats/item-group.ts'
import { useMessages } from '../../i18n/messages.ts'

/** Marks an item in the folder where its tool keeps finished ones. */
export function ArchivedMark({ item }: { item: WorkItem }) {
  const { board } = useMessages()
  if (groupOf(item)?.isArchived !== true) return null
  const words = board.archived.how.archived
  return (
    <Archive role="img" aria-label={words} className="size-3.5 shrink-0 text-muted">
      <title>{words}</title>
    </Archive>
  )
}
