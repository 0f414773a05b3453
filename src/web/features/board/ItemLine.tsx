import { memo } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'
import { STATUS_TEXT } from '../../ui/Status.tsx'
import { wordsOfStand } from '../items/standing-words.ts'
import { Ago } from '../items/Ago.tsx'
import type { RowProps } from './board-items.ts'
import { useBoard } from './board-store.ts'
import { COLUMN_PHASES, columnsOf } from './board-columns.ts'
import { COLUMNS, FLEET_COLUMNS } from './columns.ts'
import { NowOr } from '../now/NowOr.tsx'
import { WorktreeBadge } from '../spec/delivery/WorktreeBadge.tsx'
import { useIsFleet } from '../workers/in-fleet.ts'
import { WorkerCell } from '../workers/WorkerBadge.tsx'
import { ArchivedMark } from '../items/ArchivedMark.tsx'
import { KindMark } from './KindMark.tsx'
import { NextButton } from './NextButton.tsx'
import { PhaseCellView } from './PhaseCellView.tsx'
import { RowLink } from './RowLink.tsx'
import { RowMenu } from './RowMenu.tsx'
import { PickBox } from './bulk/PickBox.tsx'
import { usePicked } from './bulk/picked-store.ts'
import { SPARE, SPARE_LOOK } from './rows/spare-row.ts'
import { useRowPress } from './use-row-press.ts'

/** A board row on a desktop: one line. */
export const ItemLine = memo(function ItemLine({ project, item, isSpare = false }: RowProps) {
  const isSelected = useBoard(({ selected }) => selected === item.key)
  const m = useMessages()
  const isFleet = useIsFleet()
  const { row } = item
  const isPicked = usePicked(({ picked }) => picked.has(item.key))
  const press = useRowPress(item)
  const look = `${isPicked ? 'bg-accent-soft' : isSelected ? 'bg-raised' : ''} ${isSelected ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`
  return (
    <div
      {...(isSpare ? SPARE : { role: 'row', 'data-key': item.key, ...press })}
      className={`h-8 cursor-pointer contain-strict ${isFleet ? FLEET_COLUMNS : COLUMNS} ${isSpare ? SPARE_LOOK : `border-b border-line hover:bg-raised ${look}`}`}
      onFocus={() => useBoard.getState().select(item.key)}
    >
      <div role="cell">
        <PickBox item={item} isPicked={isPicked} />
      </div>
      <NameCell project={project} item={item} />
      {columnsOf(row).map((cell, index) =>
        cell === null ? (
          <div key={COLUMN_PHASES[index]} role="cell" />
        ) : (
          <PhaseCellView
            key={cell.phase}
            m={m}
            project={project}
            row={row}
            cell={cell}
            column={COLUMN_PHASES[index]}
          />
        ),
      )}
      <CostCell row={row} />
      {isFleet ? <WorkerCell row={row} /> : null}
      <div role="cell" className="truncate text-right text-xs text-muted">
        {row.activeAt === null ? '–' : <Ago at={row.activeAt} />}
      </div>
      <div role="cell" className="flex min-w-0 justify-end">
        <NextButton item={item} size="small" />
      </div>
      <div role="cell" className="flex justify-end">
        <RowMenu row={row} />
      </div>
    </div>
  )
})

/** In a narrow table the words get their own line: beside a long name nothing is left. */
const NAME_CELL =
  'relative flex h-full min-w-0 items-center gap-2 @max-[1089px]:flex-wrap @max-[1089px]:content-center @max-[1089px]:gap-y-0 @max-[1089px]:leading-4'
const NAME_AND_WORDS = 'flex min-w-0 grow gap-2 @max-[1089px]:contents'
const NAME = '@max-[1089px]:grow @max-[1089px]:basis-0'
/** What an item needs must not be squeezed out by a long name. */
const NAME_BESIDE_NEED = `${NAME} @min-[1090px]:max-w-1/3 @min-[1090px]:shrink-0`
const ABOUT =
  'flex-[1_1_0] @max-[1089px]:flex-[0_0_100%] @max-[1089px]:text-[11px] @max-[1089px]:leading-3.5'

function NameCell({ project, item }: RowProps) {
  const m = useMessages()
  const { row, stand } = item
  const words = stand.need === null ? null : wordsOfStand(m, row, stand)
  const title = [words, row.description].filter(Boolean).join(' · ')
  const about = (
    <span className={`min-w-0 truncate text-muted ${ABOUT}`} title={title}>
      {words === null ? (
        row.description
      ) : (
        <>
          <span className={`mr-2 ${STATUS_TEXT[stand.state]}`}>{words}</span>
          <span className="@max-[1089px]:hidden">{row.description}</span>
        </>
      )}
    </span>
  )
  return (
    <div role="cell" className={NAME_CELL}>
      <KindMark item={row.item} />
      <ArchivedMark item={row.item} />
      <WorktreeBadge row={row} />
      <span className={NAME_AND_WORDS}>
        <RowLink
          project={project}
          item={row.item}
          className={words === null ? NAME : NAME_BESIDE_NEED}
        />
        {words === null ? (
          <NowOr row={row} className={ABOUT}>
            {about}
          </NowOr>
        ) : (
          about
        )}
      </span>
    </div>
  )
}

function CostCell({ row }: { row: ItemRow }) {
  const { board, common } = useMessages()
  const { costUsd, unreportedCost } = row.usage
  return (
    <div role="cell" className="text-right text-xs text-muted @max-[1089px]:hidden">
      {costUsd === null ? (
        <span title={board.costUnknown}>
          <span aria-hidden>–</span>
          <span className="sr-only">{board.costUnknown}</span>
        </span>
      ) : unreportedCost === 0 ? (
        common.cost(costUsd)
      ) : (
        <span title={board.costPartly}>{common.atLeast(common.cost(costUsd))}</span>
      )}
    </div>
  )
}
