import type { JournalEntry } from '../../contracts/journal.ts'
import {
  BUDGET_KINDS,
  isDocumentPhase,
  phasesFrom,
  type Budget,
} from '../../contracts/spec-json.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS, type Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { accepted, guardedAfter } from './evolve-audit.ts'
import { agentChanges, isCutShort, NOT_WAITING } from './evolve-step.ts'
import { NOTHING_SPENT } from './spent.ts'

export const initialState = (feature: string): AutoExecutionState => ({
  feature,
  status: 'idle',
  reason: null,
  detail: '',
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
  executedPhases: [],
  agents: 0,
  implReruns: 0,
  roundsBase: 0,
  roundLimit: MAX_DOCUMENT_REVIEW_ROUNDS,
  openRound: null,
  conclusion: null,
  redo: [],
  strays: {},
  vanished: null,
  wasBlocked: false,
  guarded: null,
  rejections: {},
  instructions: [],
  budgetChanges: {},
  permissionChanges: {},
  spent: { run: NOTHING_SPENT, spec: NOTHING_SPENT, phases: {} },
  unaccounted: [],
  recoveries: 0,
  doneAtRecovery: 0,
  lastSeq: 0,
})

/** The only way a state changes: by an entry of the journal. */
export function evolve(state: AutoExecutionState, entry: JournalEntry): AutoExecutionState {
  const after = { ...state, ...changes(state, entry), lastSeq: entry.seq }
  after.guarded = guardedAfter(state, entry, after)
  return after
}

type Changes = Partial<AutoExecutionState>

function changes(state: AutoExecutionState, entry: JournalEntry): Changes {
  switch (entry.type) {
    case 'run.started':
    case 'run.resumed':
      return begun(state, entry)
    case 'run.recovered':
      return recovered(state, entry)
    case 'run.waiting':
      return waiting(state, entry)
    case 'run.paused':
      return {
        ...ended(state, entry),
        ...(entry.reason === 'agent-asked' ? awaitsAnswer(state) : {}),
        status: 'paused',
        reason: entry.reason,
        detail: entry.detail,
      }
    case 'run.failed':
      return { ...ended(state, entry), status: 'error', reason: entry.reason, detail: entry.detail }
    case 'run.completed':
      return { ...ended(state, entry), status: 'completed', reason: entry.reason, detail: '' }
    case 'run.reset':
      return {
        status: 'idle',
        reason: null,
        detail: '',
        implReruns: 0,
        conclusion: null,
        step: null,
      }
    case 'phase.started':
      return { phase: entry.phase, status: 'running' }
    case 'phase.completed':
      return phaseCompleted(state, entry)
    case 'impl.rerun':
      return {
        ...settled(state),
        implReruns: entry.attempt,
        wasBlocked: (entry.blocked ?? []).length > 0,
      }
    case 'impl.limit-reached':
      return {
        ...settled(state),
        conclusion: { kind: 'impl-limit', done: entry.done, total: entry.total },
      }
    case 'review.written':
      return {
        ...settled(state),
        openRound: { round: entry.round, reviewCompletedAt: entry.time },
      }
    case 'review.round-completed':
      return roundCompleted(state, entry)
    case 'inspection.completed':
      return {
        // A GO is settled by the phase's completion: a crash between the two judges it again.
        ...(entry.result === 'nogo' ? settled(state) : {}),
        recoveries: 0,
        conclusion: entry.result === 'nogo' ? { kind: 'inspection-nogo' } : null,
      }
    case 'approval.granted':
      return { ...approvalGranted(state, entry.phase), ...accepted(state, entry) }
    case 'approval.revoked':
      return approvalRevoked(state, entry)
    case 'permission.changed':
      return { permissionChanges: { ...state.permissionChanges, [entry.phase]: entry.go } }
    case 'budget.changed':
      return { budgetChanges: { ...state.budgetChanges, ...limitsIn(entry) } }
    case 'spec.created':
    case 'tool.denied':
    case 'budget.unheld':
    case 'impl.checked':
    case 'review.fixes-applied':
    case 'review.contradicted':
    case 'phase.followed':
    case 'journal.repaired':
    case 'journal.rewound':
      return {}
    default:
      return agentChanges(state, entry)
  }
}

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

function begun(state: AutoExecutionState, entry: Entry<'run.started' | 'run.resumed'>): Changes {
  return {
    status: 'queued',
    reason: null,
    detail: '',
    phase: entry.phase,
    runId: entry.runId,
    mode: entry.type === 'run.started' ? entry.mode : 'auto',
    replyMode: entry.type === 'run.started' ? entry.replyMode : 'autofix',
    agent: entry.agent,
    permission: entry.permission ?? null,
    allowTools: entry.allowTools ?? [],
    ...NOT_WAITING,
    quotaWaits: null,
    budgetChanges: {},
    permissionChanges: {},
    spent: { ...state.spent, run: NOTHING_SPENT },
    trackedAgentIds: [],
    steps: 0,
    executedPhases: [],
    agents: 0,
    implReruns: entry.implReruns ?? 0,
    wasBlocked: false,
    roundLimit: entry.roundLimit,
    conclusion: null,
    recoveries: 0,
    doneAtRecovery: 0,
    ...(entry.type === 'run.resumed' ? retried(state, entry) : {}),
  }
}

/** A question that is still open is asked once more by the agent's log. */
function recovered(state: AutoExecutionState, entry: Entry<'run.recovered'>): Changes {
  return {
    recoveries: entry.recoveries,
    doneAtRecovery: entry.done,
    implReruns: 0,
    ...(state.waitingFor === 'answer' ? NOT_WAITING : {}),
  }
}

function waiting(state: AutoExecutionState, entry: Entry<'run.waiting'>): Changes {
  const { quotaWaits } = state
  const changes: Changes = { waitingFor: entry.for, phase: entry.phase, status: 'running' }
  if (entry.for === 'working-tree') return { ...changes, waitingUntil: null }
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

function retried(state: AutoExecutionState, entry: Entry<'run.resumed'>): Changes {
  const restartsReview = entry.redo.includes('document-review')
  return {
    redo: [...new Set([...state.redo, ...entry.redo])],
    ...(restartsReview ? { openRound: null } : {}),
  }
}

function ended(
  state: AutoExecutionState,
  entry: Entry<'run.paused' | 'run.failed' | 'run.completed'>,
): Changes {
  return {
    phase: entry.phase,
    ...NOT_WAITING,
    trackedAgentIds: [],
    redo: withInterrupted(state, entry),
  }
}

/** A document that an agent was killed over may be half written: it must be written again. */
function withInterrupted(state: AutoExecutionState, entry: { reason: string }): Phase[] {
  const killed = ['user', 'timeout', 'quota', 'service', 'network', 'budget'].includes(entry.reason)
  const phase = state.step?.phase
  if (!killed || state.step === null || !isCutShort(state.step)) return state.redo
  if (phase !== 'requirements' && phase !== 'design' && phase !== 'tasks') return state.redo
  return [...new Set([...state.redo, phase])]
}

/** The answer reaches it in its own session. */
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
    recoveries: 0,
    ...(isDocumentPhase(entry.phase) ? reviewStartsOver(entry.rounds) : {}),
    ...(entry.phase === 'document-review' ? { conclusion: null, openRound: null } : {}),
  }
}

const reviewStartsOver = (rounds: number): Changes => ({
  roundsBase: rounds,
  roundLimit: rounds + MAX_DOCUMENT_REVIEW_ROUNDS,
  openRound: null,
})

function roundCompleted(
  state: AutoExecutionState,
  entry: Entry<'review.round-completed'>,
): Changes {
  const { round, fixRequired, needsDiscussion, approved } = entry
  return {
    // An approved round is settled by the phase's completion, as a GO of the inspection is.
    ...(approved ? {} : { ...settled(state), openRound: null }),
    recoveries: 0,
    conclusion: { kind: 'round', round, fixRequired, needsDiscussion },
  }
}

function approvalGranted(state: AutoExecutionState, phase: Phase): Changes {
  const { [phase]: _answered, ...rejections } = state.rejections
  return {
    redo: state.redo.filter((other) => other !== phase),
    rejections,
    ...(phase === 'document-review' ? { openRound: null, conclusion: null } : {}),
  }
}

function approvalRevoked(state: AutoExecutionState, entry: Entry<'approval.revoked'>): Changes {
  const again = phasesFrom(entry.phase).filter((phase) => phase !== 'deploy' && phase !== 'impl')
  return {
    redo: [...new Set([...state.redo, ...again])],
    rejections: {
      ...state.rejections,
      [entry.phase]: { reason: entry.reason, fingerprint: entry.fingerprint },
    },
    openRound: null,
  }
}

function limitsIn(entry: Extract<JournalEntry, { type: 'budget.changed' }>): Partial<Budget> {
  const named = BUDGET_KINDS.filter((kind) => entry[kind] !== undefined)
  return Object.fromEntries(named.map((kind) => [kind, entry[kind]]))
}
