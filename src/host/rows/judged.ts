import type { Approvals, Spec } from '../../contracts/spec-json.ts'
import { DOCUMENT_PHASES } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { Facts } from '../../core/decide/facts.ts'
import { shownPhase } from '../../core/workflow/shown-phase.ts'
import { situationOf } from '../../core/workflow/situation.ts'
import { documentOf, workflowOf } from '../../core/workflow/workflows.ts'
import type { SpecReading } from './spec-reader.ts'

type Written = Pick<Facts, 'files' | 'requirementsAreOnlyInput' | 'verification'>

interface Found extends Written {
  spec: Spec
  tasks: SpecStatus['tasks']
}

type Judged = Pick<
  SpecReading,
  'spec' | 'workflow' | 'tasks' | 'approvals' | 'passed' | 'done' | 'leftOut'
>

const NO_TASKS = { ok: false, why: 'missing', line: null } as const

/** Applies the workflow rules to an item's record and documents, wherever those are. */
export function judged(state: AutoExecutionState, found: Found): Judged {
  const { spec, tasks, ...written } = found
  const counted = tasks === null ? NO_TASKS : ({ ok: true, counts: tasks } as const)
  const standing = { ...written, spec, tasks: counted }
  const { passed, done, leftOut } = situationOf(state, standing)
  const phase = shownPhase(workflowOf(state), state, standing)
  const approvals = approvalsOf(spec, written)
  const { workflow } = state
  return { spec: { ...spec, phase }, workflow, tasks, approvals, passed, done, leftOut }
}

export function approvalsOf(
  spec: Spec,
  facts: Pick<Facts, 'files' | 'requirementsAreOnlyInput'>,
): Approvals {
  const approvals = { ...spec.approvals }
  for (const phase of DOCUMENT_PHASES)
    approvals[phase] = { ...approvals[phase], generated: documentOf(phase).isWritten(facts) }
  return approvals
}
