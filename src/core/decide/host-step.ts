import type { LaunchKey } from '../../contracts/launch/agent.ts'
import type { HostWork } from '../../contracts/host-steps.ts'
import type { AgentId, HostWorkKind, StepId } from '../../contracts/ids.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState, HostStep } from '../../contracts/run-state.ts'
import type { Draft } from './draft.ts'
import { treeOf } from '../state/code-tree.ts'
import { pausesForTrust } from './launch/trusted.ts'

/** A git act that takes longer than this counts as hung. */
const GIT_TIMEOUT_MS = 30 * 60_000

export function startHostStep(draft: Draft, phase: Phase, work: HostWork): void {
  begin(draft, { phase, work, number: draft.state.hostSteps + 1, attempt: 1 })
}

/** For a step whose process never started, or vanished with its host. */
export function restartHostStep(draft: Draft, { phase, work, attempt }: HostStep): void {
  begin(draft, { phase, work, number: draft.state.hostSteps, attempt: attempt + 1 })
}

interface HostStepStart {
  phase: Phase
  work: HostWork
  number: number
  attempt: number
}

function begin(draft: Draft, { phase, work, number, attempt }: HostStepStart): void {
  if (work.kind === 'check' && pausesForTrust(draft)) return
  const { runId } = draft.state
  if (runId === null) throw new Error('a step of the host needs a run')
  const suffix = runId.slice('run_'.length)
  const kind: HostWorkKind = work.kind
  const stepId = `${kind}_${suffix}_${number}` as StepId
  const agentId = `${kind}_${suffix}_${number}_${attempt}` as AgentId
  const start = { runId, stepId, attempt, agentId, phase }
  if (work.kind === 'check')
    draft.emit({ type: 'check.started', ...start, work, tree: treeOf(draft.state, work.where) })
  else draft.emit({ type: 'git.started', ...start, act: work.act })
  draft.saveSpec()
  const key = { runId, stepId, attempt, agentId }
  const afterMs = work.kind === 'check' ? work.timeoutMs : GIT_TIMEOUT_MS
  draft.effect({ type: 'arm-timer', key, afterMs })
  const { workspace, phases } = draft.state
  const scratch = phases.deploy.ready?.path ?? phases.deploy.conflict?.path ?? null
  const after = draft.state.steps > 0 ? (draft.state.step?.stepId ?? null) : null
  draft.effect({ type: 'run-host-step', launch: { key, phase, work, after, workspace, scratch } })
}

export function hostKeyOf({ hostStep, runId }: AutoExecutionState): LaunchKey {
  if (hostStep === null || runId === null) throw new Error('the host runs nothing')
  const { stepId, attempt, agentId } = hostStep
  return { runId, stepId, attempt, agentId }
}

/** Runs that deploy to the same base take turns, in the order in which they were ready. */
export function queueForBase(draft: Draft, base: string): void {
  const { runId } = draft.state
  if (runId === null) throw new Error('only a run deploys')
  draft.emit({ type: 'deploy.queued', base })
  draft.saveSpec()
  draft.effect({ type: 'acquire-base', runId, base, atOnce: false })
}
