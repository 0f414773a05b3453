import {
  AGENT_PHASES,
  MAX_DOCUMENT_REVIEW_ROUNDS,
  PHASES,
  type Phase,
} from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { NO_FLAGS, type RunFlags } from '../../contracts/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { isDocumentPhase, phasesFrom, type Approvals } from '../../contracts/spec-json.ts'
import { isUnableToAsk, missingAgent } from '../decide/agent-choice.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Command } from '../decide/events.ts'
import type { Facts } from '../decide/facts.ts'
import { complete } from '../decide/finish.ts'
import { phaseOf } from '../decide/launch-step.ts'
import { getImmediateNextPhase, nextPhase } from '../workflow/next-phase.ts'
import { isPassed, lastCompletedPhase } from '../workflow/task-progress.ts'
import { completedRounds } from '../spec/normalise.ts'
import { allowedBudget, spentBudget } from '../state/spent.ts'
import { tellUnheldBudget } from '../decide/unheld-budget.ts'
import { changePermissions } from './permissions.ts'
import { settleLastStep } from './last-step.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

export const isLive = (state: AutoExecutionState): boolean =>
  state.status === 'running' || state.status === 'queued'

/** There may be a process of its agent. */
export const hasAgent = ({ step }: AutoExecutionState): boolean =>
  step?.stage === 'launching' || step?.stage === 'running' || step?.stage === 'recalled'

/** At work, or ended without a look at what it has left behind: its end is to be heard. */
export const isAgentOpen = (state: AutoExecutionState): boolean =>
  state.step !== null && (hasAgent(state) || state.guarded !== null)

/** The run failed over a write or a launch: spec.json may lack what was journalled just before. */
export const mayBeBehind = ({ status, reason }: AutoExecutionState): boolean =>
  status === 'error' &&
  (reason === 'host-failed' || reason === 'agent-missing' || reason === 'unreadable-spec')

/** What refuses any new run before the disk is even read. */
export function refusedAtOnce(state: AutoExecutionState): Rejection | null {
  const { feature } = state
  if (isLive(state)) return { code: 'ALREADY_EXECUTING', feature }
  if (state.status === 'error' && state.reason === 'impl-limit') {
    const limit = state.conclusion?.kind === 'impl-limit' ? state.conclusion : null
    return { code: 'IMPL_LIMIT', feature, done: limit?.done ?? null, total: limit?.total ?? null }
  }
  return null
}

export function handleStart(draft: Draft, command: Of<'start'>): void {
  const refusal = refusedAtOnce(draft.state) ?? conflict(command)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const again = draft.state.status === 'paused' || draft.state.status === 'error'
  begin(draft, command, {
    resumed: again,
    go: command.go,
    nogo: command.nogo,
    flags: { ...NO_FLAGS, ...given(command) },
    redo: [],
    from: null,
  })
}

export function handleResume(draft: Draft, command: Of<'resume'>): void {
  const refusal = refusedAtOnce(draft.state)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const { status, feature } = draft.state
  if (status !== 'paused' && status !== 'error')
    return draft.refuse(command.commandId, { code: 'NOTHING_TO_RESUME', feature, status })
  const flags = keptFlags(draft, command)
  begin(draft, command, { ...NOTHING_CHANGED, flags, resumed: true })
}

export function handleRetry(draft: Draft, command: Of<'retry'>): void {
  const refusal = refusedAtOnce(draft.state)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const redo = phasesFrom(command.from).filter((phase) => phase !== 'deploy')
  begin(draft, command, {
    ...NOTHING_CHANGED,
    flags: keptFlags(draft, command),
    resumed: true,
    redo,
    from: command.from,
  })
}

/** What was chosen for a run holds when it is taken up again: unless its journal came from elsewhere. */
function keptFlags({ state, knownFacts }: Draft, command: Partial<RunFlags>): RunFlags {
  const { agent, permission, allowTools } = knownFacts.isOwnRun === true ? state : NO_FLAGS
  return { agent, permission, allowTools, ...given(command) }
}

/** What a person named this time. */
export function given({ agent, permission, allowTools }: Partial<RunFlags>): Partial<RunFlags> {
  return {
    ...(agent ? { agent } : {}),
    ...(permission ? { permission } : {}),
    ...(allowTools && allowTools.length > 0 ? { allowTools } : {}),
  }
}

interface Beginning {
  resumed: boolean
  go: Phase[]
  nogo: Phase[]
  flags: RunFlags
  redo: Phase[]
  from: Phase | null
}

/** What stands before the next phase is approved by the run itself, once it has its slot. */
const APPROVED: Approvals = {
  requirements: { generated: true, approved: true },
  design: { generated: true, approved: true },
  tasks: { generated: true, approved: true },
}

const NOTHING_CHANGED = { go: [], nogo: [], redo: [], from: null }

function begin(
  draft: Draft,
  command: Of<'start' | 'resume' | 'retry'>,
  beginning: Beginning,
): void {
  const { resumed, flags, redo, from } = beginning
  const trial = draft.fork()
  auditAgent(trial)
  settleLastStep(trial)
  changePermissions(trial, beginning)
  const { permissions } = trial.knownFacts.spec
  const again = { ...trial.state, redo: [...trial.state.redo, ...redo] }
  const last = lastCompletedPhase(again, trial.knownFacts)
  const next = nextPhase(last)
  const willRun = getImmediateNextPhase(last, permissions, APPROVED) !== null
  const launches = willRun ? next : null
  const refusal = retryRefused(trial, from) ?? (launches && cannotLaunch(trial, launches, flags))
  if (refusal) return draft.refuse(command.commandId, refusal)

  draft.join(trial)
  const { runId, commandId } = command
  const implReruns = redo.includes('impl') ? 0 : keptReruns(draft, command)
  const common = { runId, phase: next, ...flags, roundLimit: grantedRounds(draft), implReruns }
  if (resumed) draft.emit({ type: 'run.resumed', ...common, redo, from })
  else draft.emit({ type: 'run.started', ...common, mode: 'auto', replyMode: 'autofix' })
  if (willRun && next !== null) {
    tellUnheldBudget(draft, next, flags.agent)
    draft.saveSpec()
    draft.effect({ type: 'acquire-slot', runId, atOnce: false })
  } else complete(draft, next === null ? 'done' : 'nogo', next ?? 'deploy')
  draft.accept(commandId, { runId, phase: next })
}

/** The count of re-runs lives as long as its host. */
export const keptReruns = ({ state }: Draft, command: { sameHost?: boolean }): number =>
  command.sameHost === true ? state.implReruns : 0

type LaunchFlags = Pick<RunFlags, 'agent' | 'permission'> & { isAlone?: boolean }

/** Why no agent could be launched for it at all. */
export function cannotLaunch(
  { state, knownFacts }: Draft,
  phase: Phase,
  flags: LaunchFlags,
): Rejection | null {
  if (phase === 'deploy') return null
  const chosen = flags.agent
  const { feature } = state
  const { agents, trust } = knownFacts
  if (trust.undecided.length > 0) return { code: 'NOT_TRUSTED', feature, findings: trust.undecided }
  if (flags.permission === 'plan') return { code: 'PLAN_WRITES_NOTHING', feature, phase }
  const over = spentBudget(state.spent.spec, allowedBudget(knownFacts))
  if (over !== null) return { code: 'BUDGET_SPENT', feature, ...over }
  return (
    missingAgent(
      agents,
      { phase, permission: flags.permission },
      chosen ?? agents.planned[phase],
    ) ?? cannotAsk(knownFacts, phase, flags)
  )
}

/** The first phase ahead whose agent would have to ask and cannot. */
function cannotAsk({ agents }: Facts, from: Phase, flags: LaunchFlags): Rejection | null {
  const { permission } = flags
  const ahead = flags.isAlone === true ? [from] : phasesFrom(from)
  for (const phase of AGENT_PHASES) {
    const agent = flags.agent ?? agents.planned[phase]
    if (ahead.includes(phaseOf(phase)) && isUnableToAsk(agents, { phase, permission }, agent))
      return { code: 'AGENT_CANNOT_ASK', agent, phase }
  }
  return null
}

function conflict(command: Of<'start'>): Rejection | null {
  const phase = command.go.find((candidate) => command.nogo.includes(candidate))
  return phase === undefined ? null : { code: 'PERMISSION_CONFLICT', phase }
}

/** A phase whose turn has not come is refused: another one is never launched in its place. */
function retryRefused({ state, knownFacts }: Draft, from: Phase | null): Rejection | null {
  if (from === null) return null
  const { feature } = state
  if (from === 'deploy') return { code: 'PHASE_NOT_AVAILABLE', feature, phase: from }
  const missing = PHASES.slice(0, PHASES.indexOf(from))
    .filter((phase) => !isPassed(phase, state, knownFacts))
    .map((phase) => ({ phase, needs: needOf(phase) }))
  return missing.length > 0 ? { code: 'PRECONDITION', feature, phase: from, missing } : null
}

function needOf(phase: Phase): Precondition['needs'] {
  if (phase === 'impl') return 'tasks-done'
  return isDocumentPhase(phase) ? 'generated' : 'approved'
}

/** Each act of a person grants the rest of the seven rounds, and at least one. */
export function grantedRounds(draft: Draft): number {
  const completed = completedRounds(draft.knownFacts.spec)
  return Math.max(draft.state.roundsBase + MAX_DOCUMENT_REVIEW_ROUNDS, completed + 1)
}
