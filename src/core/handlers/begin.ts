import type { Phase } from '../../contracts/phases.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { NO_FLAGS, type GivenFlags, type RunFlags } from '../../contracts/launch/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Approvals } from '../../contracts/spec-json.ts'
import { isUnableToAsk, missingAgent } from '../decide/launch/agent-choice.ts'
import { auditAgent } from '../decide/audit.ts'
import type { Draft } from '../decide/draft.ts'
import type { Facts } from '../decide/facts.ts'
import type { CommandOf } from '../../contracts/commands.ts'
import { complete, keyOf } from '../decide/finish.ts'
import { hostKeyOf } from '../decide/host-step.ts'
import { isDoneElsewhere } from '../workflow/rules/finished-work.ts'
import { grantedLimits } from '../workflow/rules/granted-limits.ts'
import { nextPhase, phaseToLaunch } from '../workflow/next-phase.ts'
import { lastCompletedPhase } from '../workflow/passed.ts'
import { definitionOf, phasesFrom, phasesOf, stepsFrom, workflowOf } from '../workflow/workflows.ts'
import { allowedBudget, spentBudget } from '../state/spent.ts'
import { reportUnheldBudget } from '../decide/launch/unheld-budget.ts'
import { changePermissions, permissionsRefused } from './choices/permissions.ts'
import { settleLastStep } from './steps/last-step.ts'
import { refused, runRefused } from './steps/refused.ts'

/** The step's agent may have a running process. */
export const hasAgent = ({ step }: AutoExecutionState): boolean =>
  step?.stage === 'launching' || step?.stage === 'running' || step?.stage === 'recalled'

/** The agent may be running, or its changes are not audited yet: its end still matters. */
export const isAgentOpen = (state: AutoExecutionState): boolean =>
  state.step !== null && (hasAgent(state) || state.guarded !== null)

/** Stops whatever may still be running for the run. */
export function stopActive(draft: Draft, was: AutoExecutionState = draft.state): void {
  if (isAgentOpen(was)) draft.effect({ type: 'stop-agent', key: keyOf(was) })
  if (was.hostStep !== null) draft.effect({ type: 'stop-agent', key: hostKeyOf(was) })
}

/** The run failed over a write or a launch: spec.json may lack what was journalled just before. */
export const mayBeBehind = ({ status, reason }: AutoExecutionState): boolean =>
  status === 'error' &&
  (reason === 'host-failed' || reason === 'agent-missing' || reason === 'unreadable-spec')

export function handleStart(draft: Draft, command: CommandOf<'start'>): void {
  const refusal = refused(draft, { type: 'start' }) ?? permissionsRefused(draft, command)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const again = draft.state.status === 'paused' || draft.state.status === 'error'
  begin(draft, command, {
    resumed: again,
    go: command.go,
    nogo: command.nogo,
    flags: { ...NO_FLAGS, ...givenFlags(command) },
    redo: [],
    from: null,
  })
}

export function handleResume(draft: Draft, command: CommandOf<'resume'>): void {
  const refusal = refused(draft, { type: 'resume' })
  if (refusal) return draft.refuse(command.commandId, refusal)
  const flags = keptFlags(draft, command)
  begin(draft, command, { ...NOTHING_CHANGED, flags, resumed: true })
}

export function handleRetry(draft: Draft, command: CommandOf<'retry'>): void {
  const refusal = runRefused(draft.state)
  if (refusal) return draft.refuse(command.commandId, refusal)
  const redo = phasesFrom(workflowOf(draft.state), command.from)
  begin(draft, command, {
    ...NOTHING_CHANGED,
    flags: keptFlags(draft, command),
    resumed: true,
    redo,
    from: command.from,
  })
}

/** A resumed run keeps its flags, unless its journal came from elsewhere. */
function keptFlags({ state, knownFacts }: Draft, command: GivenFlags): RunFlags {
  const { agent, permission, allowTools } = knownFacts.isOwnRun === true ? state : NO_FLAGS
  return { agent, permission, allowTools, ...givenFlags(command) }
}

/** The flags that the user gave this time. */
export function givenFlags({ agent, permission, allowTools }: GivenFlags): Partial<RunFlags> {
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

/** Assumed here: the run itself approves earlier documents once it has its slot. */
const APPROVED: Approvals = {
  requirements: { generated: true, approved: true },
  design: { generated: true, approved: true },
  tasks: { generated: true, approved: true },
}

const NOTHING_CHANGED = { go: [], nogo: [], redo: [], from: null }

function begin(
  draft: Draft,
  command: CommandOf<'start' | 'resume' | 'retry'>,
  beginning: Beginning,
): void {
  const { resumed, flags, redo, from } = beginning
  const trial = draft.fork()
  auditAgent(trial)
  settleLastStep(trial)
  changePermissions(trial, beginning)
  const { permissions } = trial.knownFacts.spec
  const again = { ...trial.state, redo: [...trial.state.redo, ...redo] }
  const workflow = workflowOf(trial.state)
  const last = lastCompletedPhase(workflow, again, trial.knownFacts)
  const launches = phaseToLaunch(workflow, last, { permissions, approvals: APPROVED })
  const next = launches ?? nextPhase(workflow, last)
  const refusal =
    (from && refused(trial, { type: 'retry', phase: from })) ??
    (launches && cannotLaunch(trial, launches, flags))
  if (refusal) return draft.refuse(command.commandId, refusal)

  draft.join(trial)
  const { runId, commandId } = command
  const limits = grantedLimits(draft, { resumed, redo, sameHost: command.sameHost === true })
  const common = { runId, phase: next, ...flags, ...limits }
  if (resumed) draft.emit({ type: 'run.resumed', ...common, redo, from })
  else draft.emit({ type: 'run.started', ...common, mode: 'auto', replyMode: 'autofix' })
  if (launches !== null) {
    reportUnheldBudget(draft, launches, flags.agent)
    draft.saveSpec()
    draft.effect({ type: 'acquire-slot', runId, atOnce: false })
  } else if (isDoneElsewhere(draft.state, draft.knownFacts)) complete(draft, 'done', null)
  else complete(draft, next === null ? 'done' : 'nogo', next ?? phasesOf(workflow).at(-1) ?? null)
  draft.accept(commandId, { runId, phase: next })
}

type PhaseKind = ReturnType<typeof definitionOf>['kind']

type LaunchFlags = Pick<RunFlags, 'agent' | 'permission'> & { isAlone?: boolean }

/** Why nothing could be launched for the phase at all. */
export function cannotLaunch(draft: Draft, phase: Phase, flags: LaunchFlags): Rejection | null {
  const { state, knownFacts } = draft
  const { steps, kind } = definitionOf(phase)
  const [first] = steps
  if (first === undefined) return null
  const chosen = flags.agent
  const { item } = state
  const { agents, trust } = knownFacts
  if (trust.undecided.length > 0) return { code: 'NOT_TRUSTED', item, findings: trust.undecided }
  const runsChecks = kind === 'code' || kind === 'release'
  const missing = flags.isAlone === true && !runsChecks ? null : missingCheck(knownFacts)
  if (missing !== null) return missing
  const gone = missingCommand(draft, { kind, isAlone: flags.isAlone === true })
  if (gone !== null) return gone
  // An agent is needed only if there is a conflict.
  if (kind === 'release') return null
  if (flags.permission === 'plan') return { code: 'PLAN_WRITES_NOTHING', item, phase }
  const over = spentBudget(state.spent.spec, allowedBudget(knownFacts))
  if (over !== null) return { code: 'BUDGET_SPENT', item, ...over }
  return (
    missingAgent(
      agents,
      { phase: first.step, permission: flags.permission },
      chosen ?? agents.planned[first.step],
    ) ?? cannotAsk(draft, phase, flags)
  )
}

/** No agent can fix a missing program: a re-run would not help. */
function missingCheck({ checks }: Facts): Rejection | null {
  const missing = checks.find(({ isMissing }) => isMissing === true)
  if (missing === undefined) return null
  return { code: 'CHECK_MISSING', check: missing.name, program: missing.command[0] ?? '' }
}

/** A missing setup or deploy command, if this run gets that far. */
function missingCommand(
  { state, knownFacts }: Draft,
  { kind, isAlone }: { kind: PhaseKind; isAlone: boolean },
): Rejection | null {
  const { workspacePlan, deploy, spec } = knownFacts
  const { workspace } = state
  const isToSetUp =
    workspace.kind === 'checkout'
      ? workspacePlan.worktree && !workspace.isBegun
      : !workspace.isSetUp
  const comesToCode = kind === 'code' || !isAlone
  if (workspacePlan.isSetupMissing === true && isToSetUp && comesToCode)
    return missingProgram('worktree.setup', workspacePlan.setup)
  const release = workflowOf(state).phases.find((phase) => phase.kind === 'release')
  const isGo = release !== undefined && spec.permissions[release.phase]
  const comesToDeploy = kind === 'release' || (!isAlone && isGo)
  if (deploy.isCommandMissing === true && comesToDeploy)
    return missingProgram('deploy.command', deploy.command)
  return null
}

const missingProgram = (
  setting: 'worktree.setup' | 'deploy.command',
  command: string[] | null,
): Rejection => ({ code: 'COMMAND_MISSING', setting, program: command?.[0] ?? '' })

/** The first step ahead whose agent would have to ask and cannot. */
function cannotAsk(draft: Draft, from: Phase, flags: LaunchFlags): Rejection | null {
  const { agents } = draft.knownFacts
  const { permission } = flags
  const ahead =
    flags.isAlone === true
      ? definitionOf(from).steps.map(({ step }) => step)
      : stepsFrom(workflowOf(draft.state), from)
  for (const phase of ahead) {
    const agent = flags.agent ?? agents.planned[phase]
    if (isUnableToAsk(agents, { phase, permission }, agent))
      return { code: 'AGENT_CANNOT_ASK', agent, phase }
  }
  return null
}
