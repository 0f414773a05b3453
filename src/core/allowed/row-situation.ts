import { DOCUMENT_PHASES } from '../../contracts/phases.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import type { Situation } from '../workflow/situation.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'

/** The input of the rules, taken from a row. */
export const rowSituation = (row: RowFacts): Situation => ({
  workflow: row.workflow,
  status: row.run.status,
  reason: row.run.reason,
  passed: row.passed,
  done: row.done,
  written: DOCUMENT_PHASES.filter((phase) => row.approvals[phase].generated),
  approved: DOCUMENT_PHASES.filter((phase) => row.approvals[phase].approved),
  leftOut: row.leftOut ?? [],
  nogo: phasesOf(workflowOf(row)).filter((phase) => !row.permissions[phase]),
})
