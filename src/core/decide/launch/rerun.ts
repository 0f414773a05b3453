import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import type { Rerun } from '../../prompts/prompt-values.ts'
import type { StepRequest } from '../../workflow/definition.ts'
import { stepOf } from '../../workflow/workflows.ts'

/** What the agent should know about its predecessor in the same work; null for the first. */
export function rerunOf(
  { step, phases }: AutoExecutionState,
  { phase, attempt }: Pick<StepRequest, 'phase'> & { attempt: number },
): Rerun | null {
  const number = (stepOf(phase).runsBefore?.(phases) ?? 0) + attempt
  if (number === 1) return null
  return { number, lastSaid: step?.phase === phase ? step.said : '' }
}
