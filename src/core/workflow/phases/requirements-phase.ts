import { assumedFindings, CLARIFY, clarifyFirst } from './clarify-step.ts'
import { documentPhase } from './document-phase.ts'

/** A requirements.md that only contains the idea does not count. */
export const REQUIREMENTS = documentPhase({
  phase: 'requirements',
  isOnlyInput: ({ requirementsAreOnlyInput }) => requirementsAreOnlyInput,
  before: { step: CLARIFY, start: clarifyFirst },
  findings: assumedFindings,
})
