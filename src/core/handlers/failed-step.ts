import type { Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { DOCUMENT_FILES, type Facts } from '../facts.ts'
import { wasWritten } from '../written.ts'

/**
 * After an error, a phase that had to be done again counts as done when its document was written
 * since its agent was launched. A killed agent's document does not count: it may be half written.
 */
export function settleFailedStep(state: AutoExecutionState, facts: Facts): Phase[] {
  const { step, status, reason } = state
  if (step === null || status !== 'error' || reason === 'timeout') return []
  const name = step.phase === 'document-review-reply' ? undefined : DOCUMENT_FILES[step.phase]
  if (name === undefined || !wasWritten(step, name, facts)) return []
  return [step.phase as Phase]
}
