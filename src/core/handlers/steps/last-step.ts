import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { wasWritten } from '../../decide/written.ts'
import { stepOf } from '../../workflow/workflows.ts'

/**
 * The work of a failed run may be done after all, by its agent or later by the user: the result of
 * its last step counts if it is in the documents by now.
 */
export function settleLastStep(draft: Draft): void {
  const { step } = draft.state
  if (step === null || step.stage === 'settled' || !mayCount(draft.state)) return
  const definition = stepOf(step.phase)
  const [result] = definition.files(step.round ?? 0)
  if (result === undefined || !wasWritten(step, result, draft.knownFacts)) return
  definition.counted(draft, step)
}

/** A killed agent's document does not count: it may be half written. */
function mayCount({ status, reason }: AutoExecutionState): boolean {
  if (status === 'error') return reason !== 'timeout'
  return reason === 'unreadable-review' || reason === 'unreadable-verdict'
}
