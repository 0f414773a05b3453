import { defaultPermissions } from '../default-permissions.ts'
import type { Workflow } from '../definition.ts'
import { DEPLOY } from '../phases/deploy/deploy-phase.ts'
import { DESIGN } from '../phases/design-phase.ts'
import { DOCUMENT_REVIEW } from '../phases/document-review-phase.ts'
import { IMPL } from '../phases/impl-phase.ts'
import { INSPECTION } from '../phases/inspection-phase.ts'
import { REQUIREMENTS } from '../phases/requirements-phase.ts'
import { TASKS } from '../phases/tasks-phase.ts'
import { SPEC_RECORDS } from '../records.ts'

/** From an idea to merged code. */
export const SPEC_WORKFLOW: Workflow = {
  phases: [REQUIREMENTS, DESIGN, TASKS, DOCUMENT_REVIEW, IMPL, INSPECTION, DEPLOY],
  atNogo: 'ends',
  gates: { deploy: 'inspection' },
  recordBefore: 'initialized',
  records: SPEC_RECORDS,
  retries: null,
}

/** What may run in a spec that says nothing about it. */
export const DEFAULT_PERMISSIONS = defaultPermissions(SPEC_WORKFLOW)
