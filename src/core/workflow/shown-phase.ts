import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { RecordPhase } from '../../contracts/spec-json.ts'
import type { Known, Standing, Workflow } from './definition.ts'
import { recordedPhase } from './passed.ts'
import { isLive } from './rules/allowed-acts.ts'
import { requiredTasksDone } from './rules/required-tasks.ts'

/**
 * How far an item is, for people: what its record says, and never less than its documents say. A
 * record that says done counts only while no box is open.
 */
export function shownPhase(
  workflow: Workflow,
  state: Known & Pick<AutoExecutionState, 'status'>,
  standing: Standing,
): RecordPhase {
  const { phase, isPhaseSaid } = standing.spec
  if (isPhaseSaid && (isLive(state) || workflow.atNogo === 'skips')) return phase
  const documents = recordedPhase(workflow, state, standing)
  if (!isPhaseSaid || placeOf(workflow, documents) > placeOf(workflow, phase)) return documents
  const isOpen = standing.tasks.ok && !requiredTasksDone(state, standing)
  return isOpen && saysDone(workflow, phase) ? documents : phase
}

const placeOf = (workflow: Workflow, phase: RecordPhase): number =>
  workflow.phases.findIndex((one) => workflow.records[one.phase] === phase)

function saysDone(workflow: Workflow, phase: RecordPhase): boolean {
  const code = workflow.phases.findIndex(({ kind }) => kind === 'code')
  return placeOf(workflow, phase) >= code
}
