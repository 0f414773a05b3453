import { useMemo } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { phaseCells } from '../../../../core/views/phase-cells.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useAgents } from '../../agents/agents-store.ts'
import { FormatNote } from './FormatNote.tsx'
import { InvolvementPanel } from './InvolvementPanel.tsx'
import { lastAgents } from './phase-facts.ts'
import { RunUntil } from './RunUntil.tsx'
import { PhaseItem } from './PhaseItem.tsx'

/** The phases of an item, from first to last. */
export function WorkflowView({ row }: { row: ItemRow }) {
  const { workflow } = useMessages()
  const agents = useAgents((state) => state.agents)
  const last = useMemo(() => lastAgents(agents.values(), row.item), [agents, row.item])
  return (
    <section aria-label={workflow.title}>
      <h2 className="sr-only">{workflow.title}</h2>
      <RunUntil row={row} />
      <ol className="flex flex-col">
        {phaseCells(row).map((cell) => (
          <PhaseItem key={cell.phase} row={row} cell={cell} agent={last.get(cell.phase) ?? null} />
        ))}
      </ol>
      <InvolvementPanel row={row} />
      <FormatNote row={row} />
    </section>
  )
}
