import { Bug } from 'lucide-react'
import { memo } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { Ago } from '../../items/Ago.tsx'
import type { BoardBug } from '../board-items.ts'
import { useBoard } from '../board-store.ts'
import { BugPhaseWords } from './BugPhaseWords.tsx'
import { COLUMNS } from '../columns.ts'
import { RowLink } from '../RowLink.tsx'
import { useRowClick } from '../use-row-click.ts'

/** Bugs are shown, not driven: their phases are one cell of words. */
export const BugLine = memo(function BugLine({ item }: { item: BoardBug }) {
  const { board } = useMessages()
  const isSelected = useBoard(({ selected }) => selected === item.key)
  const { row } = item
  const open = useRowClick({ screen: 'item', item: row.item, tab: 'documents', document: null })
  return (
    <div
      role="row"
      data-key={item.key}
      onClick={open}
      className={`h-8 cursor-pointer border-b border-line hover:bg-raised ${COLUMNS} ${isSelected ? 'bg-raised shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
      onFocus={() => useBoard.getState().select(item.key)}
    >
      <div role="cell" className="relative flex h-full min-w-0 items-center gap-2">
        <Bug role="img" aria-label={board.bug} className="size-3.5 shrink-0 text-muted" />
        <RowLink
          name={row.item.name}
          place={{ screen: 'item', item: row.item, tab: 'documents', document: null }}
        />
      </div>
      <div role="cell" aria-colspan={7} className="col-span-7 px-2">
        <BugPhaseWords row={row} />
      </div>
      <div role="cell" className="max-xl:hidden" />
      <div role="cell" className="text-right text-xs text-muted">
        {row.activeAt === null ? '–' : <Ago at={row.activeAt} />}
      </div>
    </div>
  )
})
