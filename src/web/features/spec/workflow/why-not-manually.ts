import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { whyNot } from '../../../../core/views/spec-actions.ts'
import type { Messages } from '../../../i18n/messages.ts'

/** Why a person cannot run a phase manually now; null when it can be run. */
export function whyNotManually(m: Messages, row: ItemRow, phase: Phase): string | null {
  const words = m.workflow
  const refusal = whyNot(row, { type: 'run-phase', phase })
  if (row.problem !== null) return words.unreadableFirst
  switch (refusal?.code) {
    case undefined:
      return null
    case 'ALREADY_EXECUTING':
      return words.stopFirst
    case 'IMPL_LIMIT':
      return words.resetFirst
    case 'PRECONDITION':
      return m.refusals.PRECONDITION({ ...refusal, item: row.item })
    case 'NOTHING_TO_RESUME':
    case 'NOT_GENERATED':
    case 'NOT_IN_WORKFLOW':
    case 'RETRY_LIMIT':
      return words.notAvailable
    default:
      return refusal satisfies never
  }
}
