import { useId, useState } from 'react'
import type { Phase } from '../../../../contracts/phases.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { permitsUntil, runsUntil } from '../../../../core/views/run-until.ts'
import { phasesOf, workflowOf } from '../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { setPermits } from '../../items/spec-commands.ts'
import { useWhyNot } from '../../workers/use-why-not.ts'
import { showRefusal } from '../../notices/notices-store.ts'

/** One choice instead of a switch per phase; the switches below follow it. */
export function RunUntil({ row }: { row: ItemRow }) {
  const { common, many } = useMessages()
  const [isBusy, setBusy] = useState(false)
  const why = useWhyNot('operator')
  const id = useId()
  const phases = phasesOf(workflowOf(row))
  const until = runsUntil(row)
  const choose = async (last: Phase | null): Promise<void> => {
    setBusy(true)
    const reply = await setPermits(row.item, permitsUntil(row, last))
    setBusy(false)
    if (!reply.ok) showRefusal(reply.error, row.item)
  }
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pl-4 pr-2 max-md:min-h-13 max-md:pr-4">
      <label htmlFor={id} className="shrink-0 text-muted">
        {many.until.label}
      </label>
      <select
        id={id}
        title={why ?? many.until.help}
        aria-description={why ?? undefined}
        value={until ?? ''}
        aria-busy={isBusy || undefined}
        disabled={row.problem !== null || isBusy || why !== null}
        onChange={({ target }) =>
          void choose(phases.find((phase) => phase === target.value) ?? null)
        }
        className="h-7 min-w-0 grow rounded-md border border-line-strong bg-surface px-1.5 text-text disabled:cursor-not-allowed disabled:opacity-60 max-md:h-11"
      >
        {until === 'mixed' ? (
          <option value="mixed" disabled>
            {many.until.mixed}
          </option>
        ) : null}
        <option value="">{many.until.none}</option>
        {phases.map((phase) => (
          <option key={phase} value={phase}>
            {common.phases[phase]}
          </option>
        ))}
      </select>
    </div>
  )
}
