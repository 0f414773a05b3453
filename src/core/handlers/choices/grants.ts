import { advance } from '../../decide/advance.ts'
import { isPassing } from '../../state/passing.ts'
import type { Draft } from '../../decide/draft.ts'
import { announce } from '../../decide/finish.ts'
import type { Happening } from '../../decide/events.ts'
import { isLive } from '../../workflow/rules/allowed-acts.ts'
import { launchManualPhase } from '../manual.ts'
import { isAfterProblem, launchAfterWait } from '../steps/kept-from-work.ts'

/**
 * A slot or the working tree became free: the disk was read again, so a NOGO set in the meantime
 * counts.
 */
export function handleGranted(
  draft: Draft,
  cause: Extract<Happening, { type: 'slot.granted' | 'tree.granted' }>,
): void {
  if (!isAwaited(draft, cause)) return
  const grants = { tree: cause.type === 'tree.granted' }
  const { step } = draft.state
  if (step !== null && isAfterProblem(draft)) return launchAfterWait(draft, step, grants)
  if (draft.state.mode === 'manual') return launchManualPhase(draft, grants)
  advance(draft, grants)
}

export function isAwaited(
  draft: Draft,
  cause: Extract<Happening, { type: 'slot.granted' | 'tree.granted' }>,
): boolean {
  const { runId, status, waitingFor } = draft.state
  if (runId !== cause.runId) return false
  if (cause.type === 'tree.granted') return isBetweenSteps(draft)
  return status === 'queued' || isPassing(waitingFor)
}

export function handleTreeAwaited(
  draft: Draft,
  event: Extract<Happening, { type: 'tree.awaited' }>,
): void {
  if (draft.state.runId !== event.runId || !isBetweenSteps(draft)) return
  const { phase, behind } = event
  const wait = { for: 'working-tree', phase, until: null, agent: null, behind } as const
  const entry = draft.emit({ type: 'run.waiting', ...wait })
  // Without the user it would wait forever.
  if (behind?.isAbandoned === true) announce(draft, entry)
}

function isBetweenSteps(draft: Draft): boolean {
  const { step, steps, hostStep } = draft.state
  if (hostStep !== null) return false
  if (isAfterProblem(draft)) return true
  return isLive(draft.state) && (steps === 0 || step === null || step.stage === 'settled')
}
