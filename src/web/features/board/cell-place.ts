import type { ItemRow } from '../../../contracts/views/board.ts'
import type { PhaseCell } from '../../../core/views/phase-cells.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import type { Place } from '../../app/routes.ts'
import { documentOf } from '../spec/workflow/phase-facts.ts'

/** Where a phase cell leads: its log while it runs or after it failed, else its result. */
export function cellPlace(row: ItemRow, { phase, state }: PhaseCell): Place {
  const { item } = row
  const isCurrent = row.run.phase === phase && row.agentId !== null
  if (isCurrent && (state === 'running' || state === 'failed'))
    return { screen: 'item', item, tab: 'log', document: row.agentId }
  const document = documentOf(row, phase)
  if (document !== null) return { screen: 'item', item, tab: 'documents', document }
  const { kind, ticksTasks } = definitionOf(phase)
  if (ticksTasks && row.tasks !== null)
    return { screen: 'item', item, tab: 'tasks', document: null }
  if (kind === 'release' && row.passed.includes(phase))
    return { screen: 'item', item, tab: 'changes', document: null }
  return { screen: 'item', item, tab: 'documents', document: null }
}
