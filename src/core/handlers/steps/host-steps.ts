import { failedOutcome } from '../../../contracts/launch/agent-outcomes.ts'
import type { ReadFinding } from '../../../contracts/asked/findings.ts'
import { withDetail } from '../../words/finding-words.ts'
import type { GitResult } from '../../../contracts/host-steps.ts'
import type { HostStep } from '../../../contracts/run-state.ts'
import { restartHostStep } from '../../decide/host-step.ts'
import { treeOf } from '../../state/code-tree.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Happening, HostEnd } from '../../decide/events.ts'
import { fail, pause, settle } from '../../decide/finish.ts'
import { isLive } from '../../workflow/rules/allowed-acts.ts'
import { queryForLastStep } from './agent-ended.ts'
import { continueRun } from '../continue-run.ts'
import { isLostTooOften, pauseForLostStep } from './lost-again.ts'

type Of<T extends Happening['type']> = Extract<Happening, { type: T }>
type End = Of<'host-step.ended' | 'host-step.lost'>

/** An end under another key is late and changes nothing. */
export function handleHostStepEnded(draft: Draft, event: End): void {
  const { hostStep } = draft.state
  if (hostStep === null || hostStep.agentId !== event.key.agentId) return
  draft.effect({ type: 'cancel-timer', key: event.key })
  // What git did is done, even if the run was stopped in the meantime.
  if (!isLive(draft.state)) return journalEnd(draft, hostStep, event)
  if (event.outcome.status === 'interrupted' && event.type === 'host-step.ended')
    return fence(draft, hostStep, event)
  draft.read(event, queryForLastStep(draft.state))
}

/** Someone stopped the host step itself: journalled as a stop of the run. */
function fence(draft: Draft, step: HostStep, event: HostEnd): void {
  journalEnd(draft, step, event)
  const { phase } = draft.state
  if (event.refusal)
    return pause(draft, { reason: 'untrusted', phase, ...withDetail(event.refusal) })
  const what = step.work.kind === 'check' ? `check ${step.work.name}` : 'work with git'
  draft.emit({ type: 'run.paused', reason: 'user', phase, detail: `its ${what} was stopped` })
  draft.saveSpec()
  settle(draft)
}

export function handleHostStepRead(draft: Draft, cause: End): void {
  const step = cause.settled ?? draft.state.hostStep
  if (step === null || step.agentId !== cause.key.agentId) return
  if (draft.state.runId !== cause.key.runId) return
  if (!isLive(draft.state))
    return cause.settled === undefined ? journalEnd(draft, step, cause) : undefined
  if (cause.type === 'host-step.lost') {
    if (!isUnrepeatable(draft, step, cause))
      return isLostTooOften(draft, step) ? giveUp(draft, step, cause) : restartHostStep(draft, step)
    journalEnd(draft, step, asStopped(cause))
    return continueRun(draft)
  }
  if (cause.settled === undefined) journalEnd(draft, step, cause)
  const ending = endingOf(step, cause)
  if (ending !== null) return ending(draft)
  continueRun(draft)
}

/** A release may have been carried out before it was lost: the user is asked instead. */
const isUnrepeatable = (draft: Draft, { work }: HostStep, { outcome }: HostEnd): boolean =>
  work.kind === 'check' &&
  work.purpose === 'deploy-command' &&
  outcome.cause !== 'not-started' &&
  !draft.knownFacts.deploy.repeatable

/** A lost step says nothing about the code: a check counts as stopped. */
function giveUp(draft: Draft, step: HostStep, end: HostEnd): void {
  journalEnd(draft, step, asStopped(end))
  pauseForLostStep(draft, step, end.outcome)
}

const asStopped = (end: HostEnd): HostEnd => ({
  ...end,
  outcome: { ...end.outcome, status: 'interrupted' },
})

/** A check that takes too long has failed: journalled first, then its processes are stopped. */
export function handleHostTimeout(
  draft: Draft,
  step: HostStep,
  { key, at, afterMs }: Of<'step.timed-out'>,
): void {
  if (!isLive(draft.state)) return
  const end = { key, outcome: TIMED_OUT, ranMs: afterMs, result: null }
  journalEnd(draft, step, { ...end, isTimeout: true })
  draft.effect({ type: 'stop-agent', key })
  draft.read({ type: 'host-step.ended', at, ...end, settled: step }, queryForLastStep(draft.state))
}

const TIMED_OUT = failedOutcome('stopped', 'it took too long')

type Ending = (draft: Draft) => void

/** How the result of the step ends the run; null if the run continues. */
function endingOf({ work, phase }: HostStep, { outcome, result, settled }: HostEnd): Ending | null {
  if (work.kind === 'check') {
    if (outcome.status === 'completed' || work.purpose === 'check') return null
    const how = settled ? 'was stopped at its time limit' : `failed${exitWords(outcome.exitCode)}`
    const command = work.command.join(' ')
    if (work.purpose === 'setup')
      return (draft) =>
        pause(draft, {
          reason: 'workspace',
          phase,
          ...withDetail({ problem: 'setup-failed', values: { command, how } }),
        })
    return (draft) =>
      fail(draft, {
        reason: 'host-failed',
        phase,
        detail: `deploy.command (${command}) ${how}; what was deployed stays. Repair it, then resume to run it again`,
      })
  }
  if (settled)
    return (draft) =>
      fail(draft, { reason: 'timeout', phase, detail: `git (${work.act.type}) took too long` })
  if (result === null)
    return (draft) =>
      fail(draft, {
        reason: 'host-failed',
        phase,
        detail: `git (${work.act.type}): ${outcome.message}`,
      })
  const found = findingOf(result)
  return found === null ? null : (draft) => pause(draft, { reason: 'workspace', phase, ...found })
}

function findingOf(
  result: GitResult,
): { detail: string; finding?: ReadFinding | undefined } | null {
  if (result.type === 'finding') return { detail: result.detail, finding: result.finding }
  if (result.type !== 'in-the-way') return null
  return withDetail({ problem: 'in-the-way', values: { files: result.files.join(', ') } })
}

const exitWords = (exitCode: number | null): string =>
  exitCode === null ? '' : ` with exit code ${exitCode}`

function journalEnd(draft: Draft, step: HostStep, end: HostEnd & { isTimeout?: true }): void {
  const { stepId, attempt, agentId, phase, work } = step
  const launch = { stepId, attempt, agentId, phase }
  if (work.kind === 'git') return journalGit(draft, step, end.result)
  const { name, purpose, where } = work
  const { outcome, ranMs, isTimeout = outcome.cause === 'timeout' } = end
  const isStopped = outcome.status === 'interrupted' && !isTimeout
  draft.emit({
    type: 'check.completed',
    ...launch,
    name,
    purpose,
    where,
    result: isStopped ? 'stopped' : outcome.status === 'completed' ? 'passed' : 'failed',
    exitCode: outcome.exitCode,
    isTimeout,
    ms: ranMs ?? 0,
    log: agentId,
    tree: treeOf(draft.state, where),
    ...(end.refusal && { notStarted: true as const }),
  })
}

function journalGit(draft: Draft, step: HostStep, result: GitResult | null): void {
  const { stepId, attempt, agentId, phase, work } = step
  if (work.kind !== 'git') return
  const act = work.act.type
  const { workspace } = draft.state
  draft.emit({ type: 'git.completed', stepId, attempt, agentId, phase, act, result })
  if (result?.type === 'workspace' && workspace.kind === 'checkout') {
    const { path, branch, base, from } = result
    draft.emit({ type: 'workspace.created', path, branch, base, from })
  }
  if (result?.type === 'recorded' && result.commit !== null) {
    const { commit, files } = result
    const of = draft.state.step?.stepId ?? stepId
    draft.emit({ type: 'workspace.committed', stepId: of, commit, files })
  }
  if (result?.type === 'conflict') draft.emit({ type: 'deploy.conflicted', files: result.files })
  if (result?.type !== 'cleaned') return
  if (result.saved !== null) draft.emit({ type: 'work.saved', ref: result.saved })
  if (result.kept === null && workspace.kind === 'worktree')
    draft.emit({ type: 'workspace.removed', path: workspace.path, branch: workspace.branch })
}

export const isBaseAwaited = ({ state }: Draft, { runId, base }: Of<'base.granted'>): boolean =>
  state.runId === runId &&
  isLive(state) &&
  state.hostStep === null &&
  state.phases.deploy.queued?.base === base &&
  !state.phases.deploy.isHeld

export function handleBaseGranted(draft: Draft, cause: Of<'base.granted'>): void {
  if (!isBaseAwaited(draft, cause)) return
  draft.emit({ type: 'deploy.started', base: cause.base })
  continueRun(draft)
}
