import type { Workflow } from '../definition.ts'
import { MAX_RETRIES } from '../limits.ts'
import { ANALYZE } from '../phases/analyze-phase.ts'
import { DEPLOY } from '../phases/deploy/deploy-phase.ts'
import { FIX } from '../phases/fix-phase.ts'
import { VERIFY } from '../phases/verify-phase.ts'
import { BUG_RECORDS } from '../records.ts'

/** From a report to a fix that was verified. */
export const BUG_WORKFLOW: Workflow = {
  phases: [ANALYZE, FIX, VERIFY, DEPLOY],
  atNogo: 'skips',
  gates: { deploy: 'verify' },
  recordBefore: 'reported',
  records: BUG_RECORDS,
  retries: MAX_RETRIES,
}
