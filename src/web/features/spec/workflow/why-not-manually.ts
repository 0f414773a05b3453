import type { Phase } from '../../../../contracts/phases.ts'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Messages } from '../../../i18n/messages.ts'

/** Why the user cannot run a phase manually now; null when it can be run. */
export function whyNotManually(m: Messages, row: ItemRow, phase: Phase): string | null {
  const { refused, lacking } = row.allowed
  if (row.problem !== null) return m.workflow.unreadableFirst
  if (refused === 'ALREADY_EXECUTING') return m.workflow.stopFirst
  if (refused === 'IMPL_LIMIT') return m.workflow.resetFirst
  const missing = lacking[phase]
  return missing === undefined
    ? null
    : m.refusals.PRECONDITION({ code: 'PRECONDITION', item: row.item, phase, missing })
}
