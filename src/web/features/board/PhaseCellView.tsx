import { RefreshCw, ShieldOff } from 'lucide-react'
import { memo } from 'react'
import type { ProjectId } from '../../../contracts/ids.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { CellState, PhaseCell } from '../../../core/views/phase-cells.ts'
import { pathOf } from '../../app/routes.ts'
import type { Messages } from '../../i18n/messages.ts'
import { STATUS_SOFT, STATUS_TEXT, StatusIcon } from '../../ui/Status.tsx'
import { cellPlace } from './cell-place.ts'
import { marksOf, wordsOfCell } from './cell-words.ts'

interface PhaseCellViewProps {
  m: Messages
  project: ProjectId
  row: ItemRow
  cell: PhaseCell
  /** The column it is in; a cell of another phase shows its own name. */
  column: Phase | undefined
}

const LOOK = 'flex h-5 items-center justify-center gap-1 rounded text-[11px] leading-4'
const lookOf = ({ state }: PhaseCell): string =>
  `${LOOK} ${STATUS_SOFT[state]} ${STATUS_TEXT[state]}`

/**
 * Links to the document or the log of its phase. Labelled by its title, because the counts alone
 * say nothing. Not in the tab order, which would get seven stops per row; the arrow keys reach it.
 */
export function PhaseCellView({ m, project, row, cell, column }: PhaseCellViewProps) {
  const words = wordsOfCell(m, cell)
  const { count, rerun } = marksOf(cell)
  return (
    <div role="cell" aria-label={words} className="min-w-0">
      <a
        href={pathOf(project, cellPlace(row, cell))}
        data-cell-link
        tabIndex={-1}
        title={words}
        className={`${lookOf(cell)} hover:outline hover:outline-line-strong`}
      >
        <Marks
          state={cell.state}
          name={
            column === undefined || column === cell.phase ? null : m.common.shortPhases[cell.phase]
          }
          count={count}
          isUnverified={cell.checks === 'none'}
          rerun={rerun}
        />
      </a>
    </div>
  )
}

interface MarksProps {
  state: CellState
  name: string | null
  count: string | null
  isUnverified: boolean
  rerun: string | null
}

/** Memoized: mostly equal between rows, so a slot that is reused for another row skips it. */
const Marks = memo(function Marks({ state, name, count, isUnverified, rerun }: MarksProps) {
  return (
    <>
      <StatusIcon state={state} />
      {name === null ? null : (
        <span aria-hidden className="truncate @max-[1089px]:hidden">
          {name}
        </span>
      )}
      {count === null ? null : (
        <span aria-hidden className="@max-[759px]:hidden">
          {count}
        </span>
      )}
      {isUnverified ? (
        <ShieldOff aria-hidden className="size-3 text-needs @max-[1089px]:hidden" />
      ) : null}
      {rerun === null ? null : (
        <span aria-hidden className="flex items-center gap-0.5 @max-[1089px]:hidden">
          <RefreshCw aria-hidden className="size-2.5" />
          {rerun}
        </span>
      )}
    </>
  )
})

/** Only the icon, for a phone: too small to tap, so the whole row is the target there. */
export function PhaseMark({ m, cell }: { m: Messages; cell: PhaseCell }) {
  const words = wordsOfCell(m, cell)
  return (
    <div role="cell" aria-label={words} title={words} className={`w-5 ${lookOf(cell)}`}>
      <StatusIcon state={cell.state} className="size-3" />
    </div>
  )
}
