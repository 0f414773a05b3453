import type { Phase } from '../../../contracts/phases.ts'
import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import { definitionOf, phaseOf } from '../../workflow/workflows.ts'
import type { Draft } from '../draft.ts'

/** The phase works in the user's checkout, where only one item at a time may change code. */
export function sharesCheckout({ state, knownFacts }: Draft, phase: Phase): boolean {
  return definitionOf(phase).needsTree && !hasOwnTree({ state, knownFacts }, phase)
}

/** The item has a worktree, or gets one before its first agent. */
function hasOwnTree(
  { state, knownFacts }: Pick<Draft, 'state' | 'knownFacts'>,
  phase: Phase,
): boolean {
  return state.workspace.kind === 'worktree' || wantsWorktree({ state, knownFacts }, phase)
}

/** Code that was begun in the checkout stays there. */
export function wantsWorktree(
  { state: { workspace }, knownFacts }: Pick<Draft, 'state' | 'knownFacts'>,
  phase: Phase,
): boolean {
  const isOpen = workspace.kind === 'checkout' && !workspace.isBegun
  return isOpen && knownFacts.workspacePlan.worktree && definitionOf(phase).kind === 'code'
}

/** The phase in which the run now changes code in the user's checkout; null when it does not. */
export function phaseInCheckout(state: AutoExecutionState): Phase | null {
  const { step, steps, hostStep, workspace } = state
  if (workspace.kind === 'worktree') return null
  const isMaking = hostStep?.work.kind === 'git' && hostStep.work.act.type === 'make-workspace'
  if (hostStep !== null && !isMaking && definitionOf(hostStep.phase).needsTree)
    return hostStep.phase
  if (steps === 0 || step === null) return null
  const phase = phaseOf(step.phase)
  return definitionOf(phase).needsTree ? phase : null
}
