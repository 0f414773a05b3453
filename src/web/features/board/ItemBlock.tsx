import { ShieldOff } from 'lucide-react'
import { memo } from 'react'
import { phaseCells, type PhaseCell } from '../../../core/views/phase-cells.ts'
import { useMessages } from '../../i18n/messages.ts'
import { STATUS_TEXT } from '../../ui/Status.tsx'
import type { BoardItem, RowProps } from './board-items.ts'
import { shortStatus } from './cell-words.ts'
import { NowOr } from '../now/NowOr.tsx'
import { WorktreeBadge } from '../spec/delivery/WorktreeBadge.tsx'
import { WorkerBadge } from '../workers/WorkerBadge.tsx'
import { ArchivedMark } from '../items/ArchivedMark.tsx'
import { KindMark } from './KindMark.tsx'
import { NextButton } from './NextButton.tsx'
import { PhaseMark } from './PhaseCellView.tsx'
import { RowLink } from './RowLink.tsx'
import { RowMenu } from './RowMenu.tsx'
import { PickBox } from './bulk/PickBox.tsx'
import { usePicked } from './bulk/picked-store.ts'
import { SPARE, SPARE_LOOK } from './rows/spare-row.ts'
import { useRowPress } from './use-row-press.ts'

/** A board row on a phone: two lines. */
export const ItemBlock = memo(function ItemBlock({ project, item, isSpare = false }: RowProps) {
  const m = useMessages()
  const { row } = item
  const cells = phaseCells(row)
  const press = useRowPress(item)
  const isPicking = usePicked((state) => state.isPicking)
  const isPicked = usePicked(({ picked }) => picked.has(item.key))
  return (
    <div
      {...(isSpare ? SPARE : { role: 'row', 'data-key': item.key, ...press })}
      className={`flex h-[84px] select-none flex-col justify-center gap-0.5 px-3 [-webkit-touch-callout:none] ${isSpare ? SPARE_LOOK : `border-b border-line ${isPicked ? 'bg-accent-soft' : ''}`}`}
    >
      <div role="presentation" className="flex h-11 items-center gap-1">
        {isPicking ? (
          <div role="cell" className="-ml-3">
            <PickBox item={item} isPicked={isPicked} />
          </div>
        ) : null}
        <div role="cell" className="relative flex h-full min-w-0 grow items-center gap-1">
          <KindMark item={row.item} />
          <ArchivedMark item={row.item} />
          <RowLink project={project} item={row.item} />
          <WorktreeBadge row={row} />
          <WorkerBadge row={row} />
        </div>
        <div role="cell" className="flex min-w-0 max-w-[48%] shrink-0 justify-end">
          <NextButton item={item} />
        </div>
        <div role="cell" className="-mr-2">
          <RowMenu row={row} />
        </div>
      </div>
      <div role="presentation" className="flex h-6 min-w-0 items-center gap-1">
        {cells.map((cell) => (
          <PhaseMark key={cell.phase} m={m} cell={cell} />
        ))}
        <RowWords item={item} cells={cells} />
        {cells.some(({ checks }) => checks === 'none') ? (
          <ShieldOff aria-hidden className="size-3.5 shrink-0 text-needs" />
        ) : null}
      </div>
    </div>
  )
})

/** What it needs from the user, else its current activity, else its status. */
function RowWords({ item, cells }: { item: BoardItem; cells: PhaseCell[] }) {
  const m = useMessages()
  const { row, stand } = item
  const words = (
    <span
      aria-hidden
      className={`min-w-0 truncate pl-1 text-xs ${stand.state === 'todo' ? 'text-muted' : STATUS_TEXT[stand.state]}`}
    >
      {shortStatus(m, item, cells)}
    </span>
  )
  if (stand.need !== null) return words
  return (
    <NowOr row={row} className="pl-1 text-xs">
      {words}
    </NowOr>
  )
}
