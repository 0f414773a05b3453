import type { CheckResult, Workspace } from '../../contracts/host-steps.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Phase } from '../../contracts/phases.ts'
import { workOf } from './code-tree.ts'
import { heardOf } from './recovered.ts'
import type { AutoExecutionState, HostStep } from '../../contracts/run-state.ts'
import { definitionOf, phaseOf } from '../workflow/workflows.ts'

type Changes = Partial<AutoExecutionState>
type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

type HostEntry = Entry<
  | `check.${'started' | 'completed'}`
  | `git.${'started' | 'completed'}`
  | `workspace.${'created' | 'committed' | 'removed'}`
  | 'deploy.completed'
  | 'inspection.fix-started'
  | 'deploy.repair-started'
>

const NO_WORKSPACE: Workspace = { kind: 'checkout', isBegun: false }

/** What the host itself did, and what it found. */
export function hostChanges(state: AutoExecutionState, entry: HostEntry): Changes {
  switch (entry.type) {
    case 'check.started':
      return { ...started(state, entry, { ...entry.work }), isFresh: false }
    case 'git.started':
      return started(state, entry, { kind: 'git', act: entry.act })
    case 'check.completed':
      return { ...ended(state, entry), ...checked(state, entry) }
    case 'git.completed':
      return { ...ended(state, entry), ...looked(entry), ...continued(state, entry) }
    case 'workspace.created': {
      const { path, branch, base, from } = entry
      return { workspace: { kind: 'worktree', path, branch, base, from, isSetUp: false } }
    }
    case 'workspace.removed':
      return { workspace: NO_WORKSPACE }
    case 'deploy.completed':
      return state.workspace.kind === 'checkout' ? { workspace: NO_WORKSPACE } : {}
    // The phases that write code may have to run several times.
    case 'inspection.fix-started':
      return { executedPhases: state.executedPhases.filter((phase) => !writesCode(phase)) }
    // Each repair is judged again.
    case 'deploy.repair-started':
      return { executedPhases: state.executedPhases.filter((phase) => !judges(phase)) }
    case 'workspace.committed':
      return {}
    default:
      return entry satisfies never
  }
}

const judges = (phase: Phase): boolean => definitionOf(phase).kind === 'verdict'

const writesCode = (phase: Phase): boolean => definitionOf(phase).kind === 'code'

function started(
  state: AutoExecutionState,
  entry: Entry<'check.started' | 'git.started'>,
  work: HostStep['work'],
): Changes {
  const { stepId, attempt, agentId, phase } = entry
  return {
    ...heardOf(state, { isGone: true }),
    status: 'running',
    phase,
    waitingFor: null,
    waitingUntil: null,
    waitingBehind: null,
    hostStep: { stepId, attempt, agentId, phase, work, since: entry.time },
    hostSteps: attempt === 1 ? state.hostSteps + 1 : state.hostSteps,
    // The agent was audited before the host step began.
    ...(state.step?.stage === 'ended' ? { step: { ...state.step, isAudited: true } } : {}),
  }
}

const ended = (state: AutoExecutionState, { agentId }: { agentId: string }): Changes =>
  state.hostStep?.agentId === agentId
    ? { hostStep: null, ...heardOf(state, { isGone: false }) }
    : {}

function checked(state: AutoExecutionState, entry: Entry<'check.completed'>): Changes {
  const { checks, workspace } = state
  const { name, purpose, result, exitCode, isTimeout, ms, log, tree, time: at } = entry
  if (result === 'stopped') return {}
  if (purpose === 'setup')
    return result === 'passed' && workspace.kind === 'worktree'
      ? { workspace: { ...workspace, isSetUp: true } }
      : {}
  if (purpose !== 'check') return {}
  const after = workOf(state)
  const found: CheckResult = { result, exitCode, isTimeout, ms, log, tree, at, after }
  return { checks: { ...checks, [name]: found } }
}

function looked({ result }: Entry<'git.completed'>): Changes {
  if (result?.type !== 'recorded') return {}
  return { tree: result.tree, isRecorded: true, isFresh: true }
}

/** The step of the conflict agent is over, whatever git makes of its result. */
const continued = ({ step }: AutoExecutionState, { act }: Entry<'git.completed'>): Changes =>
  act === 'continue-integration' && step?.stage === 'ended'
    ? { step: { ...step, stage: 'settled' } }
    : {}

/** An agent begins to work in the workspace. */
export function inWorkspace(
  { workspace, checks }: AutoExecutionState,
  { phase }: Entry<'step.started'>,
): Changes {
  const { kind, needsTree } = definitionOf(phaseOf(phase))
  if (!needsTree) return {}
  const isBegun = kind === 'code' && workspace.kind === 'checkout' && !workspace.isBegun
  return {
    isRecorded: false,
    isFresh: false,
    // Without git nothing else would show that these results are about earlier code.
    checks: Object.fromEntries(Object.entries(checks).filter(([, { tree }]) => tree !== null)),
    ...(isBegun ? { workspace: { kind: 'checkout', isBegun: true } as const } : {}),
  }
}
