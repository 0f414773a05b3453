import type { ReadFinding } from '../../contracts/asked/findings.ts'
import type { AgentProblem } from '../../contracts/launch/agent.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { CompletionReason, ErrorReason, PauseReason } from '../../contracts/reasons.ts'
import type { AutoExecutionState, RunResult } from '../../contracts/run-state.ts'
import type { Draft } from './draft.ts'
import { personRoleOf } from '../journal/entry-table.ts'

interface Ending<R> {
  reason: R
  detail: string
  finding?: ReadFinding | undefined
  phase?: Phase | null
}

export function pause(draft: Draft, ending: Ending<PauseReason>): void {
  const phase = ending.phase === undefined ? draft.state.phase : ending.phase
  const { reason, detail, finding } = ending
  const named = finding === undefined ? {} : { finding }
  const entry = draft.emitLast({ type: 'run.paused', reason, phase, detail, ...named })
  if (reason !== 'user') announce(draft, entry)
  settle(draft)
}

export function fail(
  draft: Draft,
  ending: Ending<ErrorReason> & { problem?: AgentProblem['kind'] | null },
): void {
  const phase = ending.phase === undefined ? draft.state.phase : ending.phase
  const { reason, detail, problem = null } = ending
  const entry = draft.emitLast({ type: 'run.failed', reason, phase, detail, problem })
  announce(draft, entry)
  settle(draft)
}

export function complete(draft: Draft, reason: CompletionReason, phase: Phase | null): void {
  const entry = draft.emitLast({ type: 'run.completed', reason, phase })
  announce(draft, entry)
  settle(draft)
}

export function announce(draft: Draft, entry: JournalEntry): void {
  const { level, message, seq, type: kind } = entry
  const needsPerson = personRoleOf(kind) === 'needed'
  draft.effect({ type: 'notify', level, kind, message, seq, needsPerson })
}

/** Releases what the run shares and notifies everyone waiting for it. */
export function settle(draft: Draft): void {
  const { runId, step, hostStep } = draft.state
  if (runId === null) return
  if (hostStep) {
    const { stepId, attempt, agentId } = hostStep
    draft.effect({ type: 'cancel-timer', key: { runId, stepId, attempt, agentId } })
  }
  if (step) draft.effect({ type: 'cancel-timer', key: keyOf(draft.state) })
  draft.effect({ type: 'release', runId })
  const result = resultOf(draft.state)
  if (result) draft.effect({ type: 'settle', runId, result })
}

export function resultOf(state: AutoExecutionState): RunResult | null {
  const { status, reason, phase, executedPhases, agents } = state
  if (status !== 'completed' && status !== 'paused' && status !== 'error') return null
  if (reason === null) return null
  return { status, reason, phase, executedPhases, agents }
}

export function keyOf(state: AutoExecutionState) {
  if (state.step === null || state.runId === null) throw new Error('there is no step')
  const { stepId, attempt, agentId } = state.step
  return { runId: state.runId, stepId, attempt, agentId }
}
