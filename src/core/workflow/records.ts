import type { Phase, WorkflowName } from '../../contracts/phases.ts'
import type { RecordPhase } from '../../contracts/spec-json.ts'

type Records = Readonly<Partial<Record<Phase, RecordPhase>>>

export const SPEC_RECORDS: Records = {
  requirements: 'requirements-generated',
  design: 'design-generated',
  tasks: 'tasks-generated',
  impl: 'implementation-complete',
  inspection: 'inspection-complete',
  deploy: 'deploy-complete',
}

export const BUG_RECORDS: Records = {
  analyze: 'analyzed',
  fix: 'fixed',
  verify: 'verified',
  deploy: 'deployed',
}

const RECORDS: Readonly<Record<WorkflowName, Records>> = {
  spec: SPEC_RECORDS,
  change: SPEC_RECORDS,
  quick: SPEC_RECORDS,
  bug: BUG_RECORDS,
}

/** What the record's `phase` becomes once a phase has passed. */
export const recordAfter = (workflow: WorkflowName, phase: Phase): RecordPhase | undefined =>
  RECORDS[workflow][phase]
