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
  }
  /** What the host itself is doing for it right now: a check, or an act with git. */
  now: Now | null
  /** A run that has stopped asks for the user's words; what exactly is read on demand. */
  asks: QuestionKind | null
  /** Of every agent that ever worked for this spec. */
  usage: Spent
  tasks: { done: number; total: number; optional: { done: number; total: number } } | null
  approvals: Approvals
  permissions: Permissions
  /** How much the user decides, by the item itself; what it leaves out the settings say. */
  chosen: Partial<Choices>
  /** Set when the spec cannot be read; the other fields then hold defaults. */
  problem: string | null
}

/** A folder among the items that is none, and why. */
export interface UnreadFolder {
  /** From the project's folder. */
  folder: string
  why: 'empty' | 'no-documents' | 'name' | 'link' | 'unreadable'
}
