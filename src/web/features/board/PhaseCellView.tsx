import { RefreshCw, ShieldOff } from 'lucide-react'
import type { PhaseCell } from '../../../core/views/phase-cells.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { Messages } from '../../i18n/messages.ts'
import { STATUS_SOFT, STATUS_TEXT, StatusIcon } from '../../ui/Status.tsx'
import { marksOf, wordsOfCell } from './cell-words.ts'

interface PhaseCellViewProps {
  m: Messages
  cell: PhaseCell
  /** The column it stands in; another one's cell says what it is. */
  column?: Phase | undefined
  /** Only the icon: for a phone. */
  isCompact?: boolean
}

export function PhaseCellView({ m, cell, column, isCompact = false }: PhaseCellViewProps) {
  const words = wordsOfCell(m, cell)
  const { count, rerun } = marksOf(cell)
  return (
    <div
      role="cell"
      aria-label={words}
      title={words}
      className={`flex h-5 items-center justify-center gap-1 rounded text-[11px] leading-4 ${isCompact ? 'w-5' : ''} ${STATUS_SOFT[cell.state]} ${STATUS_TEXT[cell.state]}`}
    >
      <StatusIcon state={cell.state} className={isCompact ? 'size-3' : ''} />
      {isCompact || column === undefined || column === cell.phase ? null : (
        <span className="truncate max-xl:hidden">{m.common.shortPhases[cell.phase]}</span>
      )}
      {isCompact || count === null ? null : <span className="max-xl:hidden">{count}</span>}
      {isCompact || cell.checks !== 'none' ? null : (
        <ShieldOff aria-hidden className="size-3 text-needs max-xl:hidden" />
      )}
      {isCompact || rerun === null ? null : (
        <span className="flex items-center gap-0.5 max-xl:hidden">
          <RefreshCw aria-hidden className="size-2.5" />
          {rerun}
        </span>
      )}
    </div>
  )
}
