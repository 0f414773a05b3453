import type { AgentId, RunId, StepId } from '../../../contracts/ids.ts'
import type { Fingerprint } from '../../../contracts/journal.ts'
import type { Step } from '../../../contracts/run-state.ts'
import type { Budget } from '../../../contracts/spec-json.ts'
import { agentToLaunch } from './agent-choice.ts'
import { atLaunchOf } from '../audit.ts'
import { coveredBy } from '../covered.ts'
import type { Draft } from '../draft.ts'
import { isCutShort } from '../../state/evolve-step.ts'
import { rerunOf } from './rerun.ts'
import { pausesForTrust } from './trusted.ts'
import { startHostStep } from '../host-step.ts'
import { beforeLaunch } from '../recording.ts'
import { fail, keyOf, pause } from '../finish.ts'
import type { StepRequest } from '../../workflow/definition.ts'
import { failingChecks } from '../../workflow/rules/checks-rule.ts'
import { definitionOf, phaseOf, stepOf } from '../../workflow/workflows.ts'
import { allowedBudget, amountInWords, moneyLeft, spentBudget } from '../../state/spent.ts'

/** Starts a new step: journals it with the current state of the files, then launches it. */
export function launchStep(draft: Draft, wanted: StepRequest): void {
  if (pausesForTrust(draft) || pausesForBudget(draft)) return
  const first = beforeLaunch(draft, wanted)
  if (first !== null) return startHostStep(draft, phaseOf(wanted.phase), first)
  const agent = agentToLaunch(draft, wanted.phase)
  const before = fingerprints(draft, stepOf(wanted.phase).files(wanted.round ?? 0))
  const number = draft.state.steps + 1
  const last = interruptedWork(draft.state.step, wanted)
  launch(draft, {
    ...wanted,
    agent,
    before,
    number,
    attempt: 1,
    resumeSessionId: last && sessionFor(draft, last, agent),
    carried: last?.instructions ?? [],
    isReminder: false,
    isNudge: false,
    nudged: false,
  })
}

interface RelaunchOptions {
  /** Continues the session of the previous launch, if it is the same agent and can resume. */
  resume: boolean
  agent?: string | null
  isReminder?: boolean
  /** Reminds the agent that no one can answer, and asks for the work. */
  isNudge?: boolean
}

/** Launches a step again: its agent never started, vanished, had no quota or was recalled. */
export function relaunchStep(draft: Draft, step: Step, again: RelaunchOptions): void {
  if (pausesForTrust(draft) || pausesForBudget(draft) || failsForLostWork(draft, step)) return
  const agent = again.agent ?? agentToLaunch(draft, step.phase, step)
  const resumeSessionId = again.resume ? sessionFor(draft, step, agent) : null
  launch(draft, {
    phase: step.phase,
    round: step.round,
    mode: step.mode,
    agent,
    before: step.before,
    number: draft.state.steps,
    attempt: step.attempt + 1,
    resumeSessionId,
    carried: step.instructions,
    isReminder: resumeSessionId !== null && again.isReminder === true,
    isNudge: again.isNudge === true,
    nudged: step.nudged || again.isNudge === true,
  })
}

interface LaunchRequest extends StepRequest {
  agent: string
  before: Record<string, Fingerprint>
  number: number
  attempt: number
  resumeSessionId: string | null
  carried: string[]
  isReminder: boolean
  isNudge: boolean
  nudged: boolean
}

function launch(draft: Draft, launching: LaunchRequest): void {
  const { runId, instructions: added, rejections, spent } = draft.state
  if (runId === null) throw new Error('a step needs a run')
  const { phase, round, mode, agent, before, number, attempt, resumeSessionId } = launching
  const instructions = [...launching.carried, ...added]
  const budget = knownBudget(draft)
  const writesCode = definitionOf(phaseOf(phase)).kind === 'code' || mode === 'repair'
  const { checks } = draft.knownFacts
  // Read before the entry: without git, `step.started` drops the results of checks.
  const failedChecks = writesCode ? failingChecks(draft.state, mode) : []
  const rerun = rerunOf(draft.state, launching)
  const { spec, requested = '' } = draft.knownFacts
  const request = spec.description === '' ? requested : ''
  draft.emit({
    type: 'step.started',
    runId,
    stepId: stepIdOf(runId, number),
    attempt,
    agentId: agentIdOf(runId, number, attempt),
    phase,
    round,
    mode,
    before,
    resumeSessionId,
    agent,
    instructions,
    atLaunch: atLaunchOf(draft, phase),
    nudged: launching.nudged,
    isChecked: writesCode && checks.length > 0,
    tree: draft.state.isFresh ? draft.state.tree : null,
    ...(request !== '' && { request }),
  })
  // Before there is an agent: a later save would overwrite what it writes into spec.json.
  draft.saveSpec()
  const key = keyOf(draft.state)
  draft.effect({ type: 'arm-timer', key, phase })
  draft.effect({
    type: 'launch',
    launch: {
      key,
      phase,
      round,
      mode,
      agent,
      specAgents: spec.agents,
      budgetUsd: moneyLeft(spent.spec, budget),
      permission: draft.state.permission,
      allowTools: draft.state.allowTools,
      resumeSessionId,
      rejection: rejections[phaseOf(phase)]?.reason ?? null,
      instructions,
      decisions: draft.state.decisions,
      findings: stepOf(phase).findings?.(draft.state, draft.knownFacts) ?? [],
      rerun,
      isReminder: launching.isReminder,
      isNudge: launching.isNudge,
      description: spec.description || request,
      language: spec.language,
      workspace: draft.state.workspace,
      conflict: mode === 'conflict' ? draft.state.phases.deploy.conflict : null,
      failedChecks,
      checks: writesCode ? checks.map(({ name, command }) => ({ name, command })) : [],
    },
  })
}

/** Someone may have undone what the phase builds on while its agent could not work. */
function failsForLostWork(draft: Draft, { phase }: Step): boolean {
  const { after } = definitionOf(phaseOf(phase))
  if (after === null || definitionOf(after.phase).isDone(draft.state, draft.knownFacts))
    return false
  fail(draft, { reason: 'postcondition', detail: after.lost })
  return true
}

/** A change made while the disk was being read is in the journal, but not in the facts. */
function knownBudget({ state, knownFacts }: Draft): Budget {
  return { ...allowedBudget(knownFacts), ...state.budgetChanges }
}

/** Checked before every launch: only then does it show what the last agent overspent. */
function pausesForBudget(draft: Draft): boolean {
  const over = spentBudget(draft.state.spent.spec, knownBudget(draft))
  if (over === null) return false
  const { kind, spent, budget } = over
  pause(draft, {
    reason: 'budget',
    detail: `${amountInWords(kind, spent)} of ${amountInWords(kind, budget)} are used; raise the budget, then resume`,
  })
  return true
}

const suffix = (runId: RunId): string => runId.slice('run_'.length)
const stepIdOf = (runId: RunId, number: number): StepId =>
  `step_${suffix(runId)}_${number}` as StepId
const agentIdOf = (runId: RunId, number: number, attempt: number): AgentId =>
  `agent_${suffix(runId)}_${number}_${attempt}` as AgentId

function fingerprints(draft: Draft, names: readonly string[]): Record<string, Fingerprint> {
  const { knownFacts: facts, state } = draft
  const own = names.map((name) => [name, facts.files[name]?.fingerprint ?? null])
  const covered = names.map((name) => coveredBy(state.item, name, facts))
  return Object.assign({}, Object.fromEntries(own), ...covered)
}

/** The previous step, if it was the same work and was cut short. */
function interruptedWork(last: Step | null, wanted: StepRequest): Step | null {
  if (last === null || last.phase !== wanted.phase || last.round !== wanted.round) return null
  const isStopped = last.stage === 'settled' && last.interrupted
  const isOutOfQuota = last.stage === 'failed' && isCutShort(last)
  return isStopped || isOutOfQuota || last.stage === 'recalled' ? last : null
}

/** Whether the step's agent can be launched again in its own session. */
export const canContinue = (draft: Draft, step: Step): boolean =>
  step.agent !== null && sessionFor(draft, step, step.agent) !== null

/** No agent can continue in another one's session. */
function sessionFor(draft: Draft, last: Step, agent: string): string | null {
  const isSame = last.agent === null || last.agent === agent
  return isSame && draft.knownFacts.agents.canResume.includes(agent) ? last.sessionId : null
}
