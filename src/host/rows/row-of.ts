import type { DeployMode } from '../../contracts/host-steps.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Budget, Choices } from '../../contracts/spec-json.ts'
import type { ItemRow, RowFacts } from '../../contracts/views/board.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { stopOf } from '../../core/questions/stop.ts'
import { choicesOf } from '../../core/spec/choices.ts'
import { NOT_WAITING } from '../../core/state/evolve-step.ts'
import { budgetOf } from '../../core/state/spent.ts'
import { allowedIn } from '../../core/allowed/allowed.ts'
import { deliveryOf } from '../../core/views/delivery.ts'
import { hostNow } from '../../core/views/now.ts'
import { deployModeOf } from '../../core/workflow/rules/deploy-mode.ts'
import { runOf } from '../items/spec-status.ts'
import type { BareRow } from './row-feed.ts'
import type { SpecReading } from './spec-reader.ts'

/** What a row shows besides the item's own files. */
interface Surroundings {
  /** Why its event log cannot be written, if it cannot. */
  failure: string | null
  /** Whether this host is working on its run. */
  isDriven: boolean
  budget: Budget
  choices: Choices
  declared: string[]
  isWorktreeUsual: boolean
  deployMode: DeployMode | null
  skipsTasks: boolean
}

type Read = Omit<SpecReading, 'completedAt'> & Pick<ItemRow, 'unseenEnd'>

/** An item as all clients show it. */
export function rowOf(item: WorkItem, reading: Read, around: Surroundings): BareRow {
  const row = factsOf(item, reading, around)
  return { ...row, allowed: allowedIn(row, reading.state.retries) }
}

function factsOf(item: WorkItem, reading: Read, around: Surroundings): RowFacts {
  const { spec, state, workflow } = reading
  const worktree = worktreeOf(state, spec.worktree ?? around.isWorktreeUsual)
  const run = runOf(around.failure === null ? state : unrecorded(state), spec, around.isDriven)
  return {
    item,
    phase: spec.phase,
    run,
    ...deliveryOf({ workflow, state, spec, run, declared: around.declared }),
    now: hostNow(run, state),
    usage: state.spent.spec,
    tasks: reading.tasks,
    approvals: reading.approvals,
    permissions: spec.permissions,
    chosen: spec.choices,
    choices: choicesOf(spec, around.choices),
    problem: reading.problem,
    description: spec.description,
    language: spec.language,
    createdAt: reading.createdAt,
    activeAt: reading.activeAt,
    detail: around.failure ?? state.detail,
    finding: around.failure === null ? state.finding : null,
    question: run.waitingFor === 'answer' ? state.question : null,
    asks: stopOf({ ...state, status: run.status, reason: run.reason })?.kind ?? null,
    budget: budgetOf(spec, around.budget),
    mode: state.mode,
    agentId: state.phases.deploy.openCommand ?? state.step?.agentId ?? null,
    review: spec.review,
    inspections: spec.inspections,
    verifications: spec.verifications,
    workflow,
    passed: reading.passed,
    done: reading.done,
    ...(reading.leftOut.length > 0 && { leftOut: reading.leftOut }),
    redo: state.redo,
    openComments: reading.openComments,
    ...(Object.keys(reading.documentFiles).length > 0 && { documentFiles: reading.documentFiles }),
    ...(around.skipsTasks && { skipsTasks: true as const }),
    time: reading.time,
    unseenEnd: reading.unseenEnd,
    worktree,
    deployMode: deployModeOf({ kind: worktree.isOn ? 'worktree' : 'checkout' }, around.deployMode),
  }
}

function worktreeOf({ workspace }: AutoExecutionState, isWished: boolean): ItemRow['worktree'] {
  if (workspace.kind === 'worktree') return { isOn: true, isFixed: true }
  return workspace.isBegun ? { isOn: false, isFixed: true } : { isOn: isWished, isFixed: false }
}

/** A run whose end could not be written to the journal. */
const unrecorded = (state: AutoExecutionState): AutoExecutionState => ({
  ...state,
  ...NOT_WAITING,
  status: 'error',
  reason: 'host-failed',
})
