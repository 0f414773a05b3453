import { memo, useCallback, useEffect, useMemo, useRef, type Ref, type RefAttributes } from 'react'
import { Virtuoso, type ScrollerProps, type VirtuosoHandle } from 'react-virtuoso'
import type { ProjectId } from '../../../contracts/ids.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { COLUMN_PHASES } from './board-columns.ts'
import { PickAllBox } from './bulk/PickAllBox.tsx'
import { ShownOrder } from './bulk/PickBox.tsx'
import { useIsFleet } from '../workers/in-fleet.ts'
import { rowsAtOnce } from '../items/first-screen.ts'
import { COLUMNS, FLEET_COLUMNS, ROW_HEIGHT } from './columns.ts'
import { isItem, type BoardEntry } from './groups/board-entries.ts'
import { GroupLine } from './groups/GroupLine.tsx'
import { ItemBlock } from './ItemBlock.tsx'
import { ItemLine } from './ItemLine.tsx'
import { useRowSlots, type DrawnEntry } from './rows/use-row-slots.ts'

interface BoardTableProps {
  project: ProjectId
  entries: BoardEntry[]
  list: Ref<VirtuosoHandle>
}

interface LineOptions {
  project: ProjectId
  isPhone: boolean
}

export const BoardTable = memo(function BoardTable(props: BoardTableProps) {
  const { project, entries, list } = props
  const { board } = useMessages()
  const isPhone = useIsPhone()
  const hasHeads = entries.some((entry) => !isItem(entry))
  const shown = useRef(entries)
  useEffect(() => {
    shown.current = entries
  })
  const order = useCallback(() => shown.current.filter(isItem).map(({ key }) => key), [])
  // On a phone, group heads are lower than rows.
  const height = isPhone ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop
  const heights = isPhone && hasHeads ? { defaultItemHeight: height } : { fixedItemHeight: height }
  const slots = useRowSlots(entries, height)
  const content = useMemo(
    () => (_: number, entry: DrawnEntry) => lineOf(entry, { project, isPhone }),
    [project, isPhone],
  )
  return (
    <ShownOrder value={order}>
      <div
        role="table"
        aria-label={board.label}
        aria-rowcount={entries.length + 1}
        className="@container flex min-h-0 grow flex-col"
      >
        <TableHead isPhone={isPhone} entries={entries} />
        <Virtuoso
          ref={list}
          {...heights}
          {...slots}
          components={COMPONENTS}
          initialItemCount={Math.min(entries.length, rowsAtOnce())}
          itemContent={content}
        />
      </div>
    </ShownOrder>
  )
})

function lineOf(entry: DrawnEntry, { project, isPhone }: LineOptions) {
  if (entry.kind === 'group') return <GroupLine head={entry} />
  const isSpare = entry.kind === 'spare'
  const Line = isPhone ? ItemBlock : ItemLine
  return <Line project={project} item={isSpare ? entry.item : entry} isSpare={isSpare} />
}

/** The scroller is the rowgroup itself: no element may come between table and rows. */
function Rows({ children, style, ref, ...rest }: ScrollerProps & RefAttributes<HTMLDivElement>) {
  return (
    <div
      {...rest}
      ref={ref}
      style={style}
      role="rowgroup"
      tabIndex={-1}
      className="md:[scrollbar-gutter:stable]"
    >
      {children}
    </div>
  )
}

const COMPONENTS = { Scroller: Rows }

function TableHead({ isPhone, entries }: Pick<BoardTableProps, 'entries'> & { isPhone: boolean }) {
  const { board, common, fleet } = useMessages()
  const isFleet = useIsFleet()
  return (
    <div role="rowgroup" className={isPhone ? 'sr-only' : 'shrink-0'}>
      <div
        role="row"
        className={`h-7 overflow-hidden border-b border-line text-xs text-muted [scrollbar-gutter:stable] ${isFleet ? FLEET_COLUMNS : COLUMNS}`}
      >
        {isPhone ? null : (
          <span role="columnheader">
            <PickAllBox entries={entries} />
          </span>
        )}
        <span role="columnheader">{board.columns.name}</span>
        {COLUMN_PHASES.map((phase) => (
          <span
            key={phase}
            role="columnheader"
            aria-label={common.phases[phase]}
            title={common.phases[phase]}
            className="overflow-hidden whitespace-nowrap text-center @max-[1089px]:text-[11px] @max-[759px]:text-[10px]"
          >
            <span className="@min-[760px]:hidden">{common.shortPhases[phase].slice(0, 3)}</span>
            <span className="@max-[759px]:hidden">{common.shortPhases[phase]}</span>
          </span>
        ))}
        <span role="columnheader" className="text-right @max-[1089px]:hidden">
          {board.columns.cost}
        </span>
        {isFleet ? (
          <span role="columnheader" className="truncate pl-3">
            {fleet.worker}
          </span>
        ) : null}
        <span role="columnheader" className="text-right">
          {board.columns.active}
        </span>
        <span role="columnheader" className="text-right">
          {board.columns.action}
        </span>
        <span role="columnheader">
          <span className="sr-only">{board.columns.menu}</span>
        </span>
      </div>
    </div>
  )
}
