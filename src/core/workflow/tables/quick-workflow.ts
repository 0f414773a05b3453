import type { Workflow } from '../definition.ts'
import { DEPLOY } from '../phases/deploy/deploy-phase.ts'
import { IMPL } from '../phases/impl-phase.ts'
import { INSPECTION } from '../phases/inspection-phase.ts'
import { TASKS } from '../phases/tasks-phase.ts'
import { SPEC_WORKFLOW } from './spec-workflow.ts'

/** A small change: no requirements, no design, no review. */
export const QUICK_WORKFLOW: Workflow = {
  ...SPEC_WORKFLOW,
  phases: [TASKS, IMPL, INSPECTION, DEPLOY],
}
