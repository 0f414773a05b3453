import type { Ref, RefAttributes } from 'react'
import { Virtuoso, type ScrollerProps, type VirtuosoHandle } from 'react-virtuoso'
import { useMessages } from '../../i18n/messages.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import type { BoardItem } from './board-items.ts'
import { COLUMN_PHASES } from './board-columns.ts'
import { COLUMNS, ROW_HEIGHT } from './columns.ts'
import { ItemBlock } from './ItemBlock.tsx'
import { ItemLine } from './ItemLine.tsx'

interface BoardTableProps {
  items: BoardItem[]
  list: Ref<VirtuosoHandle>
}

export function BoardTable({ items, list }: BoardTableProps) {
  const { board } = useMessages()
  const isPhone = useIsPhone()
  return (
    <div
      role="table"
      aria-label={board.label}
      aria-rowcount={items.length + 1}
      className="flex min-h-0 grow flex-col"
    >
      <TableHead isPhone={isPhone} />
      <Virtuoso
        ref={list}
        data={items}
        fixedItemHeight={isPhone ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop}
        increaseViewportBy={200}
        components={COMPONENTS}
        computeItemKey={(_, item) => item.key}
        itemContent={(_, item) => lineOf(item, isPhone)}
      />
    </div>
  )
}

const lineOf = (item: BoardItem, isPhone: boolean) =>
  isPhone ? <ItemBlock item={item} /> : <ItemLine item={item} />

/** The element that scrolls is the group of rows: nothing else may stand between table and row. */
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

function TableHead({ isPhone }: { isPhone: boolean }) {
  const { board, common } = useMessages()
  return (
    <div role="rowgroup" className={isPhone ? 'sr-only' : 'shrink-0'}>
      <div
        role="row"
        className={`h-7 overflow-hidden border-b border-line text-xs text-muted [scrollbar-gutter:stable] ${COLUMNS}`}
      >
        <span role="columnheader">{board.columns.name}</span>
        {COLUMN_PHASES.map((phase) => (
          <span
            key={phase}
            role="columnheader"
            aria-label={common.phases[phase]}
            title={common.phases[phase]}
            className="overflow-hidden whitespace-nowrap text-center max-xl:text-[10px]"
          >
            <span className="xl:hidden">{common.shortPhases[phase].slice(0, 3)}</span>
            <span className="max-xl:hidden">{common.shortPhases[phase]}</span>
          </span>
        ))}
        <span role="columnheader" className="text-right max-xl:hidden">
          {board.columns.cost}
        </span>
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
