import type { WorkItem } from '../work-item.ts'
import type { Phase, WorkflowName } from '../phases.ts'
import type { QuestionKind } from '../asked/questions.ts'
import type { RunReason, RunStatus } from '../reasons.ts'
import type { AutoExecutionState, Spent } from '../run-state.ts'
import type { Delivery } from './delivery.ts'
import type { Now } from './now.ts'
import type { Approvals, Choices, Permissions, RecordPhase } from '../spec-json.ts'

/** Where a spec stands, from its files alone. */
export interface SpecStatus extends Delivery {
  item: WorkItem
  workflow: WorkflowName
  phase: RecordPhase
  run: {
    status: RunStatus
    reason: RunReason | null
    phase: Phase | null
    round: number | null
    implReruns: number
    waitingFor: AutoExecutionState['waitingFor']
    waitingUntil: string | null
    waitingBehind: AutoExecutionState['waitingBehind']
  }
  /** What the host itself is doing for it right now: a check, or an act with git. */
  now: Now | null
  /** Set when a stopped run needs the user's answers; the questions are read on demand. */
  asks: QuestionKind | null
  /** Sum over every agent that ever worked for this spec. */
  usage: Spent
  tasks: { done: number; total: number; optional: { done: number; total: number } } | null
  approvals: Approvals
  permissions: Permissions
  /** How much the user decides, as the item sets it; the settings fill in the rest. */
  chosen: Partial<Choices>
  /** Set when the spec cannot be read; the other fields then hold defaults. */
  problem: string | null
}

/** A folder in the items directory that is not an item, and the reason. */
export interface UnreadFolder {
  /** Relative to the project's folder. */
  folder: string
  why: 'empty' | 'no-documents' | 'name' | 'link' | 'unreadable'
}
