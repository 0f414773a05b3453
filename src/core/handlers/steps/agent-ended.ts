import type { Finding } from '../../../contracts/asked/findings.ts'
import type { LaunchKey } from '../../../contracts/launch/agent.ts'
import type { AgentPhase } from '../../../contracts/phases.ts'
import type { AutoExecutionState, Step } from '../../../contracts/run-state.ts'
import { auditAgent } from '../../decide/audit.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Cause, Happening } from '../../decide/events.ts'
import type { FactsQuery } from '../../decide/facts.ts'
import { announce, complete, pause, settle } from '../../decide/finish.ts'
import { withDetail } from '../../words/finding-words.ts'
import { perform } from '../../decide/advance.ts'
import { startHostStep } from '../../decide/host-step.ts'
import { afterAgent } from '../../decide/recording.ts'
import { relaunchStep } from '../../decide/launch/launch-step.ts'
import { phaseOf, stepOf } from '../../workflow/workflows.ts'
import { isLive } from '../../workflow/rules/allowed-acts.ts'
import { agentFailed, handleProblem, isFinalFailure, mayRun } from './kept-from-work.ts'
import { pausesForLosses } from './lost-again.ts'
import { handleAsked, handleNotAnswered } from '../asked/questions.ts'

type Of<T extends Happening['type']> = Extract<Happening, { type: T }>

/** Only shown to people; nothing ever waits for it. */
export function handleAgentStarted(draft: Draft, event: Of<'agent.started'>): void {
  const { stepId, attempt, agentId } = event.key
  const { step } = draft.state
  const phase = step?.agentId === agentId ? step.phase : null
  if (phase === null) return
  if (step?.stage !== 'launching') return markResponding(draft, event.key)
  draft.emit({ type: 'agent.started', stepId, attempt, agentId, phase, agent: event.agent })
}

export function handleAgentEnded(draft: Draft, event: End): void {
  const { key, outcome } = event
  const current = isCurrent(draft, key)
  if (current) reportMissedStart(draft, event)
  if (current && outcome.status === 'interrupted' && event.type === 'agent.ended')
    fence(draft, event.refusal)
  if (isUnjudged(draft, key)) return draft.read(event)
  const isIgnored = !current || !isLive(draft.state)
  journalEnd(draft, event, { ignored: isIgnored, judged: false })
  // A stop may come before its step is launched again, and then nothing else reads the disk.
  if (isRecalled(draft, key)) return draft.read(event)
  if (isIgnored) return
  const { stepId, attempt, agentId } = key
  const tools = outcome.deniedTools
  if (tools.length > 0)
    announce(
      draft,
      draft.emit({ type: 'tool.denied', stepId, attempt, agentId, tools, ...phaseAndAgent(draft) }),
    )
  draft.effect({ type: 'cancel-timer', key })
  readOutcome(draft, event)
}

function phaseAndAgent({ state: { step } }: Draft): { phase?: AgentPhase; agent?: string } {
  if (step === null) return {}
  return { phase: step.phase, ...(step.agent === null ? {} : { agent: step.agent }) }
}

type End = Of<'agent.ended' | 'agent.lost'>

/** Its run has ended, but its forbidden changes have not been restored yet. */
const isUnjudged = ({ state }: Draft, key: LaunchKey): boolean =>
  !isLive(state) && state.guarded !== null && state.step?.agentId === key.agentId

const isRecalled = ({ state: { step } }: Draft, { agentId }: LaunchKey): boolean =>
  step?.stage === 'recalled' && step.agentId === agentId

/** An end is journalled once: that entry adds what the agent used to the sums. */
const isJournalled = ({ state }: Draft, key: LaunchKey): boolean =>
  !state.unaccounted.some(({ agentId }) => agentId === key.agentId)

function journalEnd(
  draft: Draft,
  { key, outcome, ranMs, type }: End,
  how: { ignored: boolean; judged: boolean },
): void {
  const { stepId, attempt, agentId } = key
  const { status, cause, exitCode, sessionId, problem, usage } = outcome
  draft.emit({
    type: 'agent.ended',
    stepId,
    attempt,
    agentId,
    status,
    cause,
    exitCode,
    sessionId,
    ...how,
    lost: type === 'agent.lost',
    problem,
    usage,
    ranMs,
    said: outcome.message,
  })
}

/** Someone stopped the agent itself: journalled as a stop of the run, so its phase runs again. */
function fence(draft: Draft, refusal: Finding | undefined): void {
  const { phase } = draft.state
  if (refusal !== undefined)
    return pause(draft, { reason: 'untrusted', phase, ...withDetail(refusal) })
  draft.emit({ type: 'run.paused', reason: 'user', phase, detail: 'its agent was stopped' })
  draft.saveSpec()
  settle(draft)
}

/** Judges the disk after the agent's end and continues, in one decision. */
export function handleOutcomeRead(draft: Draft, cause: End): void {
  const { key } = cause
  if (!isJournalled(draft, key) || isUnjudged(draft, key)) return handleLateEnd(draft, cause)
  const { step, status } = draft.state
  if (status !== 'running' || step?.agentId !== key.agentId) return
  continueAfterAgent(draft, step)
}

/** Restores first: after that entry nothing is left to judge. */
function handleLateEnd(draft: Draft, cause: End): void {
  const { key } = cause
  if (isUnjudged(draft, key)) auditAgent(draft)
  if (!isJournalled(draft, key) || isUnjudged(draft, key))
    journalEnd(draft, cause, { ignored: true, judged: true })
  draft.saveSpec()
}

/** Journals the end although the disk could not be read. */
export function handleEndUnread(draft: Draft, cause: End): void {
  if (!isJournalled(draft, cause.key)) journalEnd(draft, cause, { ignored: true, judged: false })
}

export function continueAfterAgent(draft: Draft, step: Step): void {
  if (step.stage === 'ended' || step.stage === 'lost' || step.stage === 'failed') auditAgent(draft)
  const record = afterAgent(draft, step)
  if (record !== null) return startHostStep(draft, phaseOf(step.phase), record)
  if (step.stage === 'ended') return perform(draft, stepOf(step.phase).ended(draft, step))
  if (step.stage !== 'lost' && step.stage !== 'failed') return
  if (isFinalFailure(step)) return agentFailed(draft, step.said)
  if (!mayRun(draft, step)) return complete(draft, 'nogo', phaseOf(step.phase))
  if (step.stage === 'failed' && step.problem !== null) return handleProblem(draft, step)
  if (step.stage === 'lost' && pausesForLosses(draft, step)) return
  relaunchStep(draft, step, { resume: step.stage === 'lost' })
}

export function handleHang(draft: Draft, event: Of<'agent.hung' | 'agent.unhung'>): void {
  if (event.type === 'agent.unhung') return markResponding(draft, event.key)
  if (!isCurrent(draft, event.key) || draft.state.waitingFor === 'answer') return
  const { stepId, attempt, agentId } = event.key
  announce(draft, draft.emit({ type: 'agent.hung', stepId, attempt, agentId }))
}

/** The agent prints again: it neither hangs nor waits for an answer. */
function markResponding(draft: Draft, key: LaunchKey): void {
  if (!isCurrent(draft, key)) return
  handleNotAnswered(draft)
  const { stepId, attempt, agentId } = key
  if (draft.state.step?.isHung === true)
    draft.emit({ type: 'agent.unhung', stepId, attempt, agentId })
}

export function handleQuestion(draft: Draft, event: Of<'agent.asked'>): void {
  if (!isCurrent(draft, event.key)) return
  const agent = draft.state.step?.agent ?? ''
  if (draft.state.step?.stage === 'launching')
    handleAgentStarted(draft, { type: 'agent.started', at: draft.at, key: event.key, agent })
  handleAsked(draft, event)
}

const readOutcome = (draft: Draft, cause: Cause): void =>
  draft.read(cause, queryForLastStep(draft.state))

/** Requests the numbered document whose content decides about the last step. */
export function queryForLastStep({ step }: AutoExecutionState): Partial<FactsQuery> {
  const reads = step === null ? null : stepOf(step.phase).reads
  return reads === null ? {} : { [reads]: step?.round ?? null }
}

function isCurrent(draft: Draft, key: LaunchKey): boolean {
  const { step, status, trackedAgentIds } = draft.state
  const live = step?.stage === 'launching' || step?.stage === 'running'
  return (
    status === 'running' &&
    live &&
    step.agentId === key.agentId &&
    trackedAgentIds.includes(key.agentId)
  )
}

/** An agent may end before its start was reported; the journal still shows both. */
function reportMissedStart(draft: Draft, event: Of<'agent.ended' | 'agent.lost'>): void {
  if (draft.state.step?.stage !== 'launching' || event.outcome.cause === 'not-started') return
  const agent = draft.state.step.agent ?? ''
  handleAgentStarted(draft, { type: 'agent.started', at: draft.at, key: event.key, agent })
}
