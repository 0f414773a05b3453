import type { Workflow } from '../definition.ts'
import { DEPLOY } from '../phases/deploy/deploy-phase.ts'
import { DOCUMENT_REVIEW } from '../phases/document-review-phase.ts'
import { IMPL } from '../phases/impl-phase.ts'
import { INSPECTION } from '../phases/inspection-phase.ts'
import { REQUIREMENTS } from '../phases/requirements-phase.ts'
import { TASKS } from '../phases/tasks-phase.ts'
import { SPEC_WORKFLOW } from './spec-workflow.ts'

/** A proposed change: a design is never requested, but reviewed if there is one. */
export const CHANGE_WORKFLOW: Workflow = {
  ...SPEC_WORKFLOW,
  phases: [REQUIREMENTS, TASKS, DOCUMENT_REVIEW, IMPL, INSPECTION, DEPLOY],
}
