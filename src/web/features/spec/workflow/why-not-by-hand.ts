import type { SpecRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { isLive } from '../../../../core/views/phase-cells.ts'
import { missingFor } from '../../../../core/views/spec-actions.ts'
import type { Messages } from '../../../i18n/messages.ts'
import { isBlocked } from './phase-facts.ts'

/** Why a person cannot run a phase by hand now; null when it can be run. */
export function whyNotByHand(m: Messages, row: SpecRow, phase: Phase): string | null {
  const words = m.workflow
  if (phase === 'deploy') return words.notAvailable
  if (row.problem !== null) return words.unreadableFirst
  if (isLive(row)) return words.stopFirst
  if (isBlocked(row)) return words.resetFirst
  const missing = missingFor(row, phase)
  if (missing.length === 0) return null
  return m.refusals.PRECONDITION({ code: 'PRECONDITION', item: row.item, phase, missing })
}
