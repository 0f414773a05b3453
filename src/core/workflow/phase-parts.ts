import type { JournalEntry } from '../../contracts/journal.ts'
import type { PhaseParts } from '../../contracts/run-state.ts'
import type { PhasePart } from './phase-part.ts'
import { DEPLOY_PART } from './phases/deploy/deploy-part.ts'
import { DOCUMENT_REVIEW_PART } from './phases/document-review-part.ts'
import { IMPL_PART } from './phases/impl-part.ts'
import { INSPECTION_PART } from './phases/inspection-part.ts'
import { REQUIREMENTS_PART } from './phases/requirements-part.ts'
import { FIX_PART } from './phases/fix-part.ts'
import { VERIFY_PART } from './phases/verify-part.ts'

const PARTS: { readonly [P in keyof PhaseParts]: PhasePart<P> } = {
  requirements: REQUIREMENTS_PART,
  'document-review': DOCUMENT_REVIEW_PART,
  impl: IMPL_PART,
  inspection: INSPECTION_PART,
  fix: FIX_PART,
  verify: VERIFY_PART,
  deploy: DEPLOY_PART,
}

export const INITIAL_PARTS: PhaseParts = {
  requirements: REQUIREMENTS_PART.initial,
  'document-review': DOCUMENT_REVIEW_PART.initial,
  impl: IMPL_PART.initial,
  inspection: INSPECTION_PART.initial,
  fix: FIX_PART.initial,
  verify: VERIFY_PART.initial,
  deploy: DEPLOY_PART.initial,
}

export function partsAfter(parts: PhaseParts, entry: JournalEntry): PhaseParts {
  const after = { ...parts }
  let isChanged = false
  for (const phase of Object.keys(PARTS) as (keyof PhaseParts)[])
    isChanged = evolvePart(after, phase, entry) || isChanged
  return isChanged ? after : parts
}

function evolvePart<P extends keyof PhaseParts>(
  parts: PhaseParts,
  phase: P,
  entry: JournalEntry,
): boolean {
  const before: PhaseParts[P] = parts[phase]
  const after = PARTS[phase].after(before, entry)
  parts[phase] = after
  return after !== before
}
