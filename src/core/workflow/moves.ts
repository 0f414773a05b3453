import type { Phase } from '../../contracts/phases.ts'
import type { Step } from '../../contracts/run-state.ts'
import { asksPerson } from '../agent-events/asked.ts'
import type { Draft } from '../decide/draft.ts'
import { completedRounds } from './rules/completed-rounds.ts'
import type { Move } from './definition.ts'
import { recordAfter } from './records.ts'

/** The agent ended without writing its document; its last output may say why. */
export function endedWithout(phase: Phase, { said }: Step, name: string): Move {
  if (asksPerson(said)) return { type: 'asked' }
  const words = said.trim()
  return {
    type: 'fail',
    phase,
    reason: 'postcondition',
    detail: `the agent ended without writing ${name}${words === '' ? '' : `; it said: ${words}`}`,
  }
}

export function emitCompleted(draft: Draft, phase: Phase): void {
  const record = recordAfter(draft.state.workflow, phase)
  const rounds = completedRounds(draft.knownFacts.spec)
  draft.emit({ type: 'phase.completed', phase, rounds, ...(record && { record }) })
}

/** In a manual run nothing follows a phase. */
export const afterPhase = ({ state }: Draft, phase: Phase): Move =>
  state.mode === 'manual' ? { type: 'complete', phase, reason: 'done' } : { type: 'advance' }

/** The code that a verdict is about; null if it changed during the step or is not known. */
export function judgedTree({ state }: Draft, step: Step): string | null {
  const isSame = state.isRecorded && step.tree === state.tree
  return isSame ? state.tree : null
}
