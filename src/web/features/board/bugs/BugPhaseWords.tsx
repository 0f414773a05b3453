import { BUG_PHASES } from '../../../../contracts/spec-json.ts'
import type { BugRow } from '../../../../contracts/views/board.ts'
import { useMessages } from '../../../i18n/messages.ts'

export function BugPhaseWords({ row }: { row: BugRow }) {
  const { board } = useMessages()
  const step = BUG_PHASES.indexOf(row.phase) + 1
  return row.problem === null ? (
    <span className="text-xs text-muted">
      {board.bugStep(board.bugPhases[row.phase], step, BUG_PHASES.length)}
    </span>
  ) : (
    <span title={row.problem} className="text-xs text-failed">
      {board.unreadable}
    </span>
  )
}
