import { WORKFLOW_NAMES, type WorkflowName } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { ItemKind } from '../../contracts/work-item.ts'
import { isLive } from './rules/allowed-acts.ts'

/** The workflow that a record names; if it names none, or another kind's, that of its kind. */
export function recordedWorkflow(kind: ItemKind, json: SpecJson): WorkflowName {
  const named = WORKFLOW_NAMES.find((name) => name === json['workflow'])
  if (kind === 'bug') return 'bug'
  return named === undefined || named === 'bug' ? 'spec' : named
}

type Following = Pick<AutoExecutionState, 'item' | 'workflow' | 'status'>

/** The one answer to which workflow an item follows: a run keeps the one that it began with. */
export const followedWorkflow = (run: Following, json: SpecJson): WorkflowName =>
  isLive(run) ? run.workflow : recordedWorkflow(run.item.kind, json)
