import { Bug } from 'lucide-react'
import { memo } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import type { BoardBug } from '../board-items.ts'
import { BugPhaseWords } from './BugPhaseWords.tsx'
import { RowLink } from '../RowLink.tsx'
import { useRowClick } from '../use-row-click.ts'

export const BugBlock = memo(function BugBlock({ item }: { item: BoardBug }) {
  const { board } = useMessages()
  const { row } = item
  const open = useRowClick({ screen: 'item', item: row.item, tab: 'documents', document: null })
  return (
    <div
      role="row"
      data-key={item.key}
      onClick={open}
      className="flex h-[84px] flex-col justify-center gap-0.5 border-b border-line px-3"
    >
      <div role="cell" className="relative flex h-11 min-w-0 items-center gap-2">
        <Bug role="img" aria-label={board.bug} className="size-4 shrink-0 text-muted" />
        <RowLink
          name={row.item.name}
          place={{ screen: 'item', item: row.item, tab: 'documents', document: null }}
        />
      </div>
      <div role="cell" className="h-6">
        <BugPhaseWords row={row} />
      </div>
    </div>
  )
})
