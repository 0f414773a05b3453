import type { Phase, WorkflowName } from '../../contracts/phases.ts'
import type { RunReason, RunStatus } from '../../contracts/reasons.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import type { Known, Standing } from './definition.ts'
import { isPassed, leftOut } from './passed.ts'
import { definitionOf, documentOf, phasesOf, workflowOf } from './workflows.ts'

/** Everything that the rules about the user's acts look at. */
export interface Situation {
  workflow: WorkflowName
  status: RunStatus
  reason: RunReason | null
  passed: Phase[]
  /** Phases whose work is done, including those that are due again. */
  done: Phase[]
  /** Documents that exist on disk. */
  written: Phase[]
  approved: Phase[]
  /** Documents that were never written although a later one was. */
  leftOut: Phase[]
  nogo: Phase[]
  /** How often each phase was retried in this run; unknown to views. */
  retries?: AutoExecutionState['retries']
}

type RunState = Known &
  Pick<AutoExecutionState, 'workflow' | 'status' | 'reason'> &
  Partial<Pick<AutoExecutionState, 'retries'>>

export function situationOf(state: RunState, standing: Standing): Situation {
  const { workflow, status, reason } = state
  const phases = phasesOf(workflowOf(state))
  const documents = phases.filter(isDocumentPhase)
  return {
    workflow,
    status,
    reason,
    passed: phases.filter((phase) => isPassed(phase, state, standing)),
    done: phases.filter((phase) => definitionOf(phase).isDone(state, standing)),
    written: documents.filter((phase) => documentOf(phase).isWritten(standing)),
    approved: documents.filter((phase) => standing.spec.approvals[phase].approved),
    leftOut: leftOut(workflowOf(state), state, standing),
    nogo: phases.filter((phase) => !standing.spec.permissions[phase]),
    ...(state.retries && { retries: state.retries }),
  }
}
