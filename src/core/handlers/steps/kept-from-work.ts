import type { PassingWait, Step } from '../../../contracts/run-state.ts'
import type { NewEntry } from '../../../contracts/journal.ts'
import { asksForTree, type Grants } from '../../decide/advance.ts'
import { fallbackFor } from '../../decide/launch/agent-choice.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Happening } from '../../decide/events.ts'
import { waitFor } from '../../state/evolve-step.ts'
import { announce, complete, fail, pause } from '../../decide/finish.ts'
import { settleQuestions } from '../../decide/launch/wait-for-answers.ts'
import { relaunchStep } from '../../decide/launch/launch-step.ts'
import { phaseOf, stepOf } from '../../workflow/workflows.ts'
import { logInWords } from '../../agents/agent-table.ts'
import { momentOf, msOf } from '../../moments.ts'
import { isPassing } from '../../state/passing.ts'

type SwitchReason = Extract<NewEntry, { type: 'agent.switched' }>['why']

const MINUTE_MS = 60_000
/** The first wait when the duration is unknown, and the longest of those that follow. */
const BACKOFF: Readonly<Record<PassingWait, { firstMs: number; longestMs: number }>> = {
  quota: { firstMs: MINUTE_MS, longestMs: 60 * MINUTE_MS },
  service: { firstMs: MINUTE_MS, longestMs: 60 * MINUTE_MS },
  // It may be back at any moment, and retrying costs nothing.
  network: { firstMs: MINUTE_MS / 6, longestMs: 10 * MINUTE_MS },
}
/** Of the waits in a row: the first, one after some minutes, then every twentieth. */
const isWorthNotifying = (count: number): boolean => count === 0 || count === 5 || count % 20 === 0
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS
/** No step is relaunched forever, no matter how much progress each attempt makes. */
export const MOST_ATTEMPTS = 100

/**
 * The agent could not work, which is not a failure of the work: another agent takes over, or the
 * run waits.
 */
export function handleProblem(draft: Draft, step: Step): void {
  const { problem } = step
  if (problem === null || problem.kind === 'denied') throw new Error('there is no way on')
  if (problem.kind === 'budget')
    return pause(draft, {
      reason: 'budget',
      detail: 'the agent has used up what was left of the budget; raise it, then resume',
    })
  const from = step.agent ?? ''
  const tried = step.tried.map(({ agent }) => agent)
  const need = { phase: step.phase, permission: draft.state.permission }
  const to = fallbackFor(draft.knownFacts.agents, need, [from, ...tried])
  if (to !== null) {
    const why = problem.kind
    announce(draft, draft.emit({ type: 'agent.switched', phase: step.phase, from, to, why }))
    return relaunchStep(draft, step, { resume: false, agent: to })
  }
  if (problem.kind === 'auth')
    return agentFailed(
      draft,
      `${from || 'the agent'} is not logged in: ${logInWords(step.agent, 'en') ?? 'log in with its own program'}; then resume`,
    )
  if (problem.kind === 'forbidden')
    return agentFailed(
      draft,
      `the service refuses ${from || 'the agent'} (403): its account, the model or a proxy does not allow this; put that right or choose another agent, then resume`,
    )
  waitUntilItPasses(draft, step)
}

/** The agent failed, and launching its step again would not help. */
export function isFinalFailure(step: Step | null): boolean {
  if (step?.stage !== 'failed') return false
  const { problem, resumeSessionId } = step
  return problem === null ? resumeSessionId === null : problem.kind === 'denied'
}

export function agentFailed(draft: Draft, detail: string): void {
  const problem = draft.state.step?.problem?.kind ?? null
  fail(draft, { reason: 'agent-failed', detail, problem })
}

/** Others can work in the meantime: slot and working tree are released. */
function waitUntilItPasses(draft: Draft, step: Step): void {
  const { runId, quotaWaits } = draft.state
  if (runId === null) throw new Error('only a run waits')
  const now = msOf(draft.at)
  const { agent, at, what } = earliest(draft, step)
  const until = momentOf(at)
  const since = quotaWaits === null ? now : msOf(quotaWaits.since)
  if (at - since > LONGEST_WAIT_MS || step.attempt >= MOST_ATTEMPTS)
    return pause(draft, { reason: what, detail: GIVEN_UP[what](agent, until) })
  const phase = phaseOf(step.phase)
  const wait = { for: what, phase, until, agent, behind: null }
  const entry = draft.emit({ type: 'run.waiting', ...wait })
  if (isWorthNotifying(quotaWaits?.count ?? 0)) announce(draft, entry)
  draft.saveSpec()
  draft.effect({ type: 'release', runId })
  draft.effect({ type: 'arm-wait', runId, until })
}

const GIVEN_UP: Readonly<Record<PassingWait, (agent: string, until: string) => string>> = {
  quota: (agent, until) =>
    `${agent} is out of quota until ${until}; resume then, or choose another agent`,
  service: (agent) =>
    `the service of ${agent} has been overloaded or failing for too long; resume later, or choose another agent`,
  network: (agent) =>
    `${agent} has not reached its service for too long; check the network, then resume`,
}

/** Of all agents tried, the one available first; each further wait is at least twice as long. */
function earliest(draft: Draft, step: Step): { agent: string; at: number; what: PassingWait } {
  const now = msOf(draft.at)
  const count = draft.state.quotaWaits?.count ?? 0
  const backoff = (what: PassingWait): number => {
    const { firstMs, longestMs } = BACKOFF[what]
    return now + Math.min(firstMs * 2 ** count, longestMs)
  }
  let first: { agent: string; at: number; what: PassingWait } | null = null
  for (const { agent, problem } of step.tried) {
    const what = waitFor(problem)
    if (what === null) continue
    const reported = msOf(problem?.retryAt ?? '')
    const at = reported > now ? reported : backoff(what)
    if (first === null || at < first.at) first = { agent, at, what }
  }
  const { agent, at, what } = first ?? {
    agent: step.agent ?? '',
    at: backoff('quota'),
    what: 'quota',
  }
  return { agent, what, at: count === 0 ? at : Math.max(at, backoff(what)) }
}

export function handleWaitOver(
  draft: Draft,
  event: Extract<Happening, { type: 'wait.over' }>,
): void {
  const { runId, waitingFor } = draft.state
  if (runId === event.runId && waitingFor === 'answers') return settleQuestions(draft, 'timeout')
  if (runId !== event.runId || !isPassing(waitingFor)) return
  draft.effect({ type: 'acquire-slot', runId, atOnce: false })
}

/** Launches the step again once the wait is over and the slot is held. */
export function launchAfterWait(draft: Draft, step: Step, grants: Grants): void {
  if (!mayRun(draft, step)) return complete(draft, 'nogo', phaseOf(step.phase))
  if (asksForTree(draft, phaseOf(step.phase), grants)) return
  const to = draft.state.quotaWaits?.agent || step.agent
  const from = step.agent ?? ''
  const { phase } = step
  if (to !== null && to !== from && from !== '')
    draft.emit({ type: 'agent.switched', phase, from, to, why: switchReason(step, from) })
  relaunchStep(draft, step, { resume: true, agent: to })
}

/** What kept that agent from working. */
function switchReason({ tried }: Step, from: string): SwitchReason {
  const kind = tried.find(({ agent }) => agent === from)?.problem?.kind ?? 'quota'
  return kind === 'budget' || kind === 'denied' ? 'quota' : kind
}

/** A NOGO set meanwhile counts; a round that has begun still gets its reply. */
export const mayRun = ({ state, knownFacts }: Draft, { phase }: Step): boolean =>
  knownFacts.spec.permissions[phaseOf(phase)] ||
  state.mode === 'manual' ||
  stepOf(phase).runsDespiteNogo

/** Between a wait for a problem to pass and the launch that follows it. */
export const isAfterProblem = ({ state }: Draft): boolean =>
  state.status === 'running' && state.steps > 0 && state.step?.stage === 'failed'
