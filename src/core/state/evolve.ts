import type { WorkItem } from '../../contracts/work-item.ts'
import type { AnsweredCommand, JournalEntry } from '../../contracts/journal.ts'
import { NO_FLAGS } from '../../contracts/launch/run-flags.ts'
import { BUDGET_KINDS, type Budget } from '../../contracts/spec-json.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { accepted, guardedAfter } from './evolve-audit.ts'
import { hostChanges } from './evolve-host.ts'
import { adopts, NO_RECOVERY } from './recovered.ts'
import { agentChanges, isAgentEntry, isCutShort, NOT_WAITING } from './evolve-step.ts'
import { INITIAL_PARTS, partsAfter } from '../workflow/phase-parts.ts'
import { recordedWorkflow } from '../workflow/recorded-workflow.ts'
import { choicesIn } from '../spec/choices.ts'
import { definitionOf, phaseOf, phasesFrom, workflowOf } from '../workflow/workflows.ts'
import { NOTHING_SPENT } from './spent.ts'

/** A caller repeats a command within minutes: so many others do not come in between. */
const MOST_ANSWERED = 200

export const initialState = (item: WorkItem): AutoExecutionState => ({
  item,
  workflow: recordedWorkflow(item.kind, {}),
  status: 'idle',
  reason: null,
  detail: '',
  finding: null,
  phase: null,
  runId: null,
  mode: 'auto',
  replyMode: 'autofix',
  agent: null,
  permission: null,
  allowTools: [],
  ...NOT_WAITING,
  quotaWaits: null,
  trackedAgentIds: [],
  step: null,
  steps: 0,
  hostStep: null,
  hostSteps: 0,
  openedPhase: null,
  workspace: { kind: 'checkout', isBegun: false },
  tree: null,
  isRecorded: false,
  wasRecorded: false,
  isFresh: false,
  checks: {},
  verdict: null,
  executedPhases: [],
  agents: 0,
  phases: INITIAL_PARTS,
  redo: [],
  retries: {},
  strays: {},
  guarded: null,
  rejections: {},
  instructions: [],
  decisions: [],
  denied: [],
  stopSeq: null,
  budgetChanges: {},
  permissionChanges: {},
  choiceChanges: {},
  spent: { run: NOTHING_SPENT, spec: NOTHING_SPENT, phases: {} },
  countedAsks: [],
  unaccounted: [],
  answered: [],
  ...NO_RECOVERY,
  doneAtRecovery: 0,
  lastSeq: 0,
})

/** The only way to change a state: by an entry of the journal. */
export function evolve(state: AutoExecutionState, entry: JournalEntry): AutoExecutionState {
  const after = { ...state }
  applyTo(after, entry)
  after.guarded = guardedAfter(state, entry, after)
  return after
}

/** The state of a run without `guarded`, which only its owner needs. */
export function standingAfter(
  entries: readonly JournalEntry[],
  item: WorkItem,
): AutoExecutionState {
  const state = initialState(item)
  for (const entry of entries) applyTo(state, entry)
  return state
}

function applyTo(state: AutoExecutionState, entry: JournalEntry): void {
  const phases = partsAfter(state.phases, entry)
  Object.assign(state, changes(state, entry))
  state.phases = phases
  state.answered = answeredAfter(state.answered, entry)
  state.lastSeq = entry.seq
}

export const afterAnswer = (
  state: AutoExecutionState,
  entry: JournalEntry,
): AutoExecutionState => ({ ...state, answered: answeredAfter(state.answered, entry) })

function answeredAfter(before: AnsweredCommand[], { command, seq }: JournalEntry) {
  if (command === undefined) return before
  const { id, answer } = command
  return [...before, { id, answer, seq }].slice(-MOST_ANSWERED)
}

type Changes = Partial<AutoExecutionState>

function changes(state: AutoExecutionState, entry: JournalEntry): Changes {
  if (isAgentEntry(entry)) return agentChanges(state, entry)
  switch (entry.type) {
    case 'run.started':
    case 'run.resumed':
      return begun(state, entry)
    case 'run.recovered':
      return recovered(state, entry)
    case 'run.waiting':
      return waiting(state, entry)
    case 'run.paused':
    case 'run.failed':
    case 'run.completed':
      return runEnded(state, entry)
    case 'run.reset':
      return reset(state)
    case 'phase.started':
      return { phase: entry.phase, openedPhase: entry.phase, status: 'running' }
    case 'phase.completed':
      return phaseCompleted(state, entry)
    case 'impl.rerun':
    case 'impl.limit-reached':
    case 'fix.rerun':
    case 'fix.limit-reached':
    case 'review.written':
    case 'clarify.asked':
      return settled(state)
    case 'clarify.settled':
      return { ...NOT_WAITING, status: 'queued', stopSeq: null }
    case 'review.round-completed':
    case 'inspection.completed':
    case 'verification.completed':
    case 'verdict.outdated':
      return judged(state, entry)
    case 'approval.granted':
    case 'approval.revoked':
      return approvalChanged(state, entry)
    case 'workflow.followed':
    case 'permission.changed':
    case 'budget.changed':
    case 'choices.changed':
      return chosen(state, entry)
    case 'spec.created':
    case 'budget.unheld':
    case 'impl.checked':
    case 'review.fixes-applied':
    case 'review.contradicted':
    case 'phase.followed':
    case 'journal.repaired':
    case 'work.saved':
    case 'worktree.chosen':
    case 'deploy.queued':
    case 'deploy.started':
    case 'deploy.conflicted':
    case 'deploy.release-settled':
      return {}
    // It is no longer certain which run they were chosen for.
    case 'journal.rewound':
      return NO_FLAGS
    case 'check.started':
    case 'check.completed':
    case 'git.started':
    case 'git.completed':
    case 'workspace.created':
    case 'workspace.committed':
    case 'workspace.removed':
    case 'inspection.fix-started':
    case 'deploy.repair-started':
    case 'deploy.completed':
      return hostChanges(state, entry)
    default:
      return entry satisfies never
  }
}

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

const reset = ({ guarded, step }: AutoExecutionState): Changes => ({
  status: 'idle',
  reason: null,
  detail: '',
  finding: null,
  // Needed to restore what its agent wrote into spec.json, once that is seen.
  step: guarded === null ? null : step,
  retries: {},
  stopSeq: null,
})

function begun(state: AutoExecutionState, entry: Entry<'run.started' | 'run.resumed'>): Changes {
  return {
    status: 'queued',
    reason: null,
    detail: '',
    finding: null,
    phase: entry.phase,
    runId: entry.runId,
    mode: entry.type === 'run.started' ? entry.mode : 'auto',
    replyMode: entry.type === 'run.started' ? entry.replyMode : 'autofix',
    agent: entry.agent,
    permission: entry.permission ?? null,
    allowTools: entry.allowTools ?? [],
    ...NOT_WAITING,
    quotaWaits: null,
    denied: [],
    stopSeq: null,
    budgetChanges: {},
    permissionChanges: {},
    choiceChanges: {},
    spent: { ...state.spent, run: NOTHING_SPENT },
    trackedAgentIds: [],
    steps: 0,
    hostStep: null,
    hostSteps: 0,
    openedPhase: null,
    isRecorded: false,
    wasRecorded: state.isRecorded || (state.steps === 0 && state.wasRecorded),
    isFresh: false,
    executedPhases: [],
    agents: 0,
    ...NO_RECOVERY,
    doneAtRecovery: 0,
    retries: entry.type === 'run.resumed' ? retriedFrom(state, entry.from) : {},
    ...(entry.type === 'run.resumed' ? { redo: union(state.redo, entry.redo) } : {}),
  }
}

/** Retries of a finished run no longer count. */
const retriedFrom = ({ retries, status }: AutoExecutionState, from: Phase | null) => {
  const counted = status === 'completed' ? {} : retries
  return from === null ? counted : { ...counted, [from]: (counted[from] ?? 0) + 1 }
}

/** A question that is still open comes again from the agent's log. */
function recovered(state: AutoExecutionState, entry: Entry<'run.recovered'>): Changes {
  return {
    recoveries: entry.recoveries,
    restarts: entry.restarts ?? entry.recoveries,
    isAdopting: adopts(state),
    doneAtRecovery: entry.done,
    ...(state.waitingFor === 'answer' ? NOT_WAITING : {}),
  }
}

function waiting(state: AutoExecutionState, entry: Entry<'run.waiting'>): Changes {
  const { quotaWaits } = state
  const changes: Changes = { waitingFor: entry.for, phase: entry.phase, status: 'running' }
  if (entry.for === 'working-tree') {
    // A journal is not validated when it is only glanced at.
    const isKnown = typeof entry.behind?.item?.name === 'string'
    return { ...changes, waitingUntil: null, waitingBehind: isKnown ? entry.behind : null }
  }
  if (entry.for === 'answers') return { ...changes, waitingUntil: entry.until, stopSeq: entry.seq }
  return {
    ...changes,
    waitingUntil: entry.until ?? null,
    quotaWaits: {
      since: quotaWaits?.since ?? entry.time,
      count: (quotaWaits?.count ?? 0) + 1,
      agent: entry.agent ?? null,
    },
  }
}

const union = (phases: Phase[], more: Phase[]): Phase[] => [...new Set([...phases, ...more])]

function endChanges(
  state: AutoExecutionState,
  entry: Entry<'run.paused' | 'run.failed' | 'run.completed'>,
): Changes {
  return {
    phase: entry.phase,
    ...NOT_WAITING,
    finding: entry.type === 'run.paused' ? (entry.finding ?? null) : null,
    trackedAgentIds: [],
    stopSeq: entry.seq,
    redo: withInterrupted(state, entry),
  }
}

/** A document whose agent was killed may be half written: it must be written again. */
function withInterrupted(state: AutoExecutionState, entry: { reason: string }): Phase[] {
  const killed = ['user', 'timeout', 'quota', 'service', 'network', 'budget'].includes(entry.reason)
  if (!killed || state.step === null || !isCutShort(state.step)) return state.redo
  const phase = phaseOf(state.step.phase)
  return definitionOf(phase).kind === 'document' ? union(state.redo, [phase]) : state.redo
}

function runEnded(
  state: AutoExecutionState,
  entry: Entry<'run.paused' | 'run.failed' | 'run.completed'>,
): Changes {
  const { reason } = entry
  const common = { ...endChanges(state, entry), reason }
  if (entry.type === 'run.completed') return { ...common, status: 'completed', detail: '' }
  const { detail } = entry
  if (entry.type === 'run.failed') return { ...common, status: 'error', detail }
  return {
    ...common,
    ...(reason === 'agent-asked' ? awaitsAnswer(state) : {}),
    ...(isUnverified(entry) ? { redo: withVerdict(state) } : {}),
    status: 'paused',
    detail,
  }
}

/** A pass is settled by `phase.completed`: after a crash in between it is judged again. */
function judged(
  state: AutoExecutionState,
  entry: Entry<
    | 'review.round-completed'
    | 'inspection.completed'
    | 'verification.completed'
    | 'verdict.outdated'
  >,
): Changes {
  if (entry.type === 'verdict.outdated') return { redo: withVerdict(state) }
  if (entry.type === 'review.round-completed')
    return { ...(entry.approved ? {} : settled(state)), ...NO_RECOVERY }
  const isPassed = entry.result === 'go' || entry.result === 'verified'
  const changed = { verdict: { isPassed, tree: entry.tree ?? null }, ...NO_RECOVERY }
  if (isPassed) return changed
  const again = entry.type === 'verification.completed' ? entry.again : []
  return {
    ...settled(state),
    ...changed,
    redo: union(state.redo, again),
    executedPhases: state.executedPhases.filter((phase) => !again.includes(phase)),
  }
}

const isUnverified = ({ reason, phase }: Entry<'run.paused'>): boolean =>
  reason === 'not-verified' && phase !== null && definitionOf(phase).kind === 'release'

/** The verdict was about other code: its phase has to run again. */
function withVerdict(state: AutoExecutionState): Phase[] {
  const verdicts = workflowOf(state).phases.filter(({ kind }) => kind === 'verdict')
  return union(
    state.redo,
    verdicts.map(({ phase }) => phase),
  )
}

/** Interrupted, so that the answer reaches the agent in its own session. */
function awaitsAnswer({ step }: AutoExecutionState): Changes {
  return step === null ? {} : { step: { ...step, stage: 'settled', interrupted: true } }
}

function settled(state: AutoExecutionState): Changes {
  return state.step ? { step: { ...state.step, stage: 'settled' } } : {}
}

function phaseCompleted(state: AutoExecutionState, entry: Entry<'phase.completed'>): Changes {
  const { [entry.phase]: _answered, ...rejections } = state.rejections
  return {
    ...settled(state),
    ...accepted(state, entry),
    redo: state.redo.filter((phase) => phase !== entry.phase),
    rejections,
    executedPhases: [...new Set([...state.executedPhases, entry.phase])],
    ...NO_RECOVERY,
  }
}

const approvalChanged = (
  state: AutoExecutionState,
  entry: Entry<'approval.granted' | 'approval.revoked'>,
): Changes =>
  entry.type === 'approval.revoked'
    ? approvalRevoked(state, entry)
    : { ...approvalGranted(state, entry.phase), ...accepted(state, entry) }

function approvalGranted(state: AutoExecutionState, phase: Phase): Changes {
  const { [phase]: _answered, ...rejections } = state.rejections
  return {
    redo: state.redo.filter((other) => other !== phase),
    rejections,
  }
}

function approvalRevoked(state: AutoExecutionState, entry: Entry<'approval.revoked'>): Changes {
  const again = phasesFrom(workflowOf(state), entry.phase).filter((phase) => {
    const { kind, workSurvives } = definitionOf(phase)
    return kind !== 'release' && !workSurvives
  })
  return {
    redo: union(state.redo, again),
    rejections: {
      ...state.rejections,
      [entry.phase]: {
        reason: entry.reason,
        fingerprint: entry.fingerprint,
        covers: entry.covers ?? null,
      },
    },
  }
}

function chosen(
  { permissionChanges, budgetChanges, choiceChanges }: AutoExecutionState,
  entry: Entry<'permission.changed' | 'budget.changed' | 'workflow.followed' | 'choices.changed'>,
): Changes {
  if (entry.type === 'workflow.followed') return { workflow: entry.workflow }
  if (entry.type === 'choices.changed')
    return { choiceChanges: { ...choiceChanges, ...choicesIn(entry) } }
  if (entry.type === 'budget.changed')
    return { budgetChanges: { ...budgetChanges, ...limitsIn(entry) } }
  return { permissionChanges: { ...permissionChanges, [entry.phase]: entry.go } }
}

function limitsIn(entry: Extract<JournalEntry, { type: 'budget.changed' }>): Partial<Budget> {
  const named = BUDGET_KINDS.filter((kind) => entry[kind] !== undefined)
  return Object.fromEntries(named.map((kind) => [kind, entry[kind]]))
}
