import { ShieldOff } from 'lucide-react'
import { memo } from 'react'
import { phaseCells } from '../../../core/views/phase-cells.ts'
import { useMessages } from '../../i18n/messages.ts'
import { STATUS_TEXT } from '../../ui/Status.tsx'
import type { BoardItem } from './board-items.ts'
import { currentCell, shortStatus } from './cell-words.ts'
import { NowOr } from '../now/NowOr.tsx'
import { WorktreeBadge } from '../spec/delivery/WorktreeBadge.tsx'
import { KindMark } from './KindMark.tsx'
import { NextButton } from './NextButton.tsx'
import { PhaseCellView } from './PhaseCellView.tsx'
import { RowLink } from './RowLink.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useRowClick } from './use-row-click.ts'

/** A row of the board on a phone: two lines. */
export const ItemBlock = memo(function ItemBlock({ item }: { item: BoardItem }) {
  const m = useMessages()
  const { row } = item
  const cells = phaseCells(row)
  const now = currentCell(cells)
  const open = useRowClick({
    screen: 'item',
    item: row.item,
    tab: 'documents',
    document: null,
  })
  return (
    <div
      role="row"
      data-key={item.key}
      onClick={open}
      className="flex h-[84px] flex-col justify-center gap-0.5 border-b border-line px-3"
    >
      <div role="presentation" className="flex h-11 items-center gap-1">
        <div role="cell" className="relative flex h-full min-w-0 grow items-center gap-1">
          <KindMark item={row.item} />
          <RowLink
            name={row.item.name}
            place={{ screen: 'item', item: row.item, tab: 'documents', document: null }}
          />
          <WorktreeBadge row={row} />
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
          <PhaseCellView key={cell.phase} m={m} cell={cell} isCompact />
        ))}
        {now === undefined ? null : (
          <NowOr row={row} className="pl-1 text-xs">
            <span
              aria-hidden
              className={`min-w-0 truncate pl-1 text-xs ${row.problem === null ? STATUS_TEXT[now.state] : 'text-failed'}`}
            >
              {shortStatus(m, row, cells)}
            </span>
          </NowOr>
        )}
        {cells.some(({ checks }) => checks === 'none') ? (
          <ShieldOff aria-hidden className="size-3.5 shrink-0 text-needs" />
        ) : null}
      </div>
    </div>
  )
})
