import type { AgentId, RunId, StepId } from '../../contracts/ids.ts'
import type { Fingerprint, ReplyMode } from '../../contracts/journal.ts'
import type { AgentPhase, Phase } from '../../contracts/phases.ts'
import type { Step } from '../../contracts/run-state.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import { agentToLaunch } from './agent-choice.ts'
import { atLaunchOf } from './audit.ts'
import type { Draft } from './draft.ts'
import { isCutShort } from '../state/evolve-step.ts'
import {
  DOCUMENT_FILES,
  inspectionFile,
  replyFile,
  REVIEWED_FILES,
  reviewFile,
  type Facts,
} from './facts.ts'
import { fail, keyOf, pause } from './finish.ts'
import { requiredTasksDone, vanishedTasks } from '../workflow/task-progress.ts'
import { taskLabel } from '../readers/task-names.ts'
import { allowedBudget, amountInWords, moneyLeft, spentBudget } from '../state/spent.ts'

interface StepRequest {
  phase: AgentPhase
  round: number | null
  mode: ReplyMode | null
}

/** A new step: journalled with what the files are now, then launched. */
export function launchStep(draft: Draft, wanted: StepRequest): void {
  if (pausesForTrust(draft) || pausesForBudget(draft)) return
  const agent = agentToLaunch(draft, wanted.phase)
  const before = fingerprints(filesOf(wanted.phase, wanted.round), draft.knownFacts)
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

interface Again {
  /** Goes on in the session of the launch before, if the same agent does it and can. */
  resume: boolean
  agent?: string | null
  isReminder?: boolean
  /** Reminds it that nobody can answer, and asks for the work. */
  isNudge?: boolean
}

/** The same step once more: its agent never started, vanished, had no quota or was recalled. */
export function relaunchStep(draft: Draft, step: Step, again: Again): void {
  if (pausesForTrust(draft) || pausesForBudget(draft) || failsForOpenTasks(draft, step)) return
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

interface Launching extends StepRequest {
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

function launch(draft: Draft, launching: Launching): void {
  const { runId, instructions: added, rejections, spent } = draft.state
  if (runId === null) throw new Error('a step needs a run')
  const { phase, round, mode, agent, before, number, attempt, resumeSessionId } = launching
  const instructions = [...launching.carried, ...added]
  const budget = knownBudget(draft)
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
  })
  // Before there is an agent: one that writes spec.json itself would have its words overwritten.
  draft.saveSpec()
  const key = keyOf(draft.state)
  const { spec } = draft.knownFacts
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
      findings: phase === 'impl' ? findingsIn(draft) : [],
      isReminder: launching.isReminder,
      isNudge: launching.isNudge,
      description: spec.description,
      language: spec.language,
    },
  })
}

/** What the agent has to deal with first, found by the host and not by a person. */
const findingsIn = ({ state, knownFacts }: Draft): string[] =>
  vanishedTasks(state, knownFacts).map(
    (task) =>
      `This task is missing from tasks.md as a required one; put it back: ${taskLabel(task)}`,
  )

/** Somebody may have opened a task again while the inspection could not work. */
function failsForOpenTasks(draft: Draft, { phase }: Step): boolean {
  if (phase !== 'inspection' || requiredTasksDone(draft.state, draft.knownFacts)) return false
  fail(draft, { reason: 'postcondition', detail: 'tasks are open again before the inspection' })
  return true
}

/** A change that came while the disk was being read is in the journal, and not in those facts. */
function knownBudget({ state, knownFacts }: Draft): Budget {
  return { ...allowedBudget(knownFacts), ...state.budgetChanges }
}

/** What would act may have come or changed since the run began, by a checkout or by an agent. */
function pausesForTrust(draft: Draft): boolean {
  const { undecided } = draft.knownFacts.trust
  if (undecided.length === 0) return false
  const names = undecided.slice(0, 10).map(({ id, change }) => `${id} (${change})`)
  const more = undecided.length > names.length ? ` and ${undecided.length - names.length} more` : ''
  pause(draft, {
    reason: 'untrusted',
    detail: `the project brings what would act and is not trusted: ${names.join(', ')}${more}`,
  })
  return true
}

/** Before every launch: what an agent at work spends beyond the limit is seen here. */
function pausesForBudget(draft: Draft): boolean {
  const over = spentBudget(draft.state.spent.spec, knownBudget(draft))
  if (over === null) return false
  const { kind, spent, budget } = over
  pause(draft, {
    reason: 'budget',
    detail: `${amountInWords(kind, spent)} of ${amountInWords(kind, budget)} are spent; raise the budget, then resume`,
  })
  return true
}

export const phaseOf = (phase: AgentPhase): Phase =>
  phase === 'document-review-reply' ? 'document-review' : phase

const suffix = (runId: RunId): string => runId.slice('run_'.length)
const stepIdOf = (runId: RunId, number: number): StepId =>
  `step_${suffix(runId)}_${number}` as StepId
const agentIdOf = (runId: RunId, number: number, attempt: number): AgentId =>
  `agent_${suffix(runId)}_${number}_${attempt}` as AgentId

/** The files whose change tells that the step did its work. */
function filesOf(phase: AgentPhase, round: number | null): string[] {
  switch (phase) {
    case 'requirements':
    case 'design':
    case 'tasks':
      return [DOCUMENT_FILES[phase] ?? '']
    case 'document-review':
      return [reviewFile(round ?? 0)]
    case 'document-review-reply':
      return [replyFile(round ?? 0), ...REVIEWED_FILES]
    case 'impl':
      return []
    case 'inspection':
      return [inspectionFile(round ?? 0)]
    default:
      return phase satisfies never
  }
}

function fingerprints(names: string[], facts: Facts): Record<string, Fingerprint> {
  return Object.fromEntries(names.map((name) => [name, facts.files[name]?.fingerprint ?? null]))
}

/** The step before, if it was this work and somebody or something cut it short. */
function interruptedWork(last: Step | null, wanted: StepRequest): Step | null {
  if (last === null || last.phase !== wanted.phase || last.round !== wanted.round) return null
  const isStopped = last.stage === 'settled' && last.interrupted
  const isOutOfQuota = last.stage === 'failed' && isCutShort(last)
  return isStopped || isOutOfQuota || last.stage === 'recalled' ? last : null
}

/** Its agent can be launched once more in the session it had. */
export const canGoOn = (draft: Draft, step: Step): boolean =>
  step.agent !== null && sessionFor(draft, step, step.agent) !== null

/** No agent can go on in another one's session. */
function sessionFor(draft: Draft, last: Step, agent: string): string | null {
  const isSame = last.agent === null || last.agent === agent
  return isSame && draft.knownFacts.agents.canResume.includes(agent) ? last.sessionId : null
}
