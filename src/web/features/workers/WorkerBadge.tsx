import { Server } from 'lucide-react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'

/** The worker badge as a column of the board. */
export function WorkerCell({ row }: { row: ItemRow }) {
  const { fleet } = useMessages()
  return (
    <div role="cell" className="flex min-w-0 pl-3 text-xs text-muted">
      {row.worker ? (
        <WorkerBadge row={row} />
      ) : (
        <span title={fleet.onNone}>
          <span aria-hidden>–</span>
          <span className="sr-only">{fleet.onNone}</span>
        </span>
      )}
    </div>
  )
}

/** The worker that runs its step. */
export function WorkerBadge({ row }: { row: ItemRow }) {
  const { fleet } = useMessages()
  if (!row.worker) return null
  return (
    <span
      title={fleet.runsOn(row.worker)}
      className="flex min-w-0 items-center gap-1 text-xs text-muted"
    >
      <Server aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{fleet.runsOn(row.worker)}</span>
      <span aria-hidden className="min-w-0 truncate">
        {row.worker}
      </span>
    </span>
  )
}
