import { advance } from '../advance.ts'
import type { Draft } from '../draft.ts'
import type { Happening } from '../events.ts'
import { isLive } from './begin.ts'
import { launchManualPhase } from './manual.ts'

/** A slot or the working tree is free: the disk was read anew, so a NOGO set meanwhile counts. */
export function handleGranted(
  draft: Draft,
  cause: Extract<Happening, { type: 'slot.granted' | 'tree.granted' }>,
): void {
  if (!isAwaited(draft, cause)) return
  const grants = { tree: cause.type === 'tree.granted' }
  if (draft.state.mode === 'manual') return launchManualPhase(draft, grants)
  advance(draft, grants)
}

export function isAwaited(
  draft: Draft,
  cause: Extract<Happening, { type: 'slot.granted' | 'tree.granted' }>,
): boolean {
  const { runId, status } = draft.state
  if (runId !== cause.runId) return false
  return cause.type === 'slot.granted' ? status === 'queued' : isBetweenSteps(draft)
}

export function handleTreeAwaited(
  draft: Draft,
  event: Extract<Happening, { type: 'tree.awaited' }>,
): void {
  if (draft.state.runId !== event.runId || !isBetweenSteps(draft)) return
  draft.emit({ type: 'run.waiting', for: 'working-tree', phase: event.phase })
}

function isBetweenSteps(draft: Draft): boolean {
  const { step, steps } = draft.state
  return isLive(draft.state) && (steps === 0 || step === null || step.stage === 'settled')
}
