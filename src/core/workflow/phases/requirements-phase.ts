import { assumedFindings, CLARIFY, clarifyFirst } from './clarify-step.ts'
import { documentPhase } from './document-phase.ts'

/** A requirements.md that only holds the idea is none. */
export const REQUIREMENTS = documentPhase({
  phase: 'requirements',
  isOnlyInput: ({ requirementsAreOnlyInput }) => requirementsAreOnlyInput,
  before: { step: CLARIFY, start: clarifyFirst },
  findings: assumedFindings,
})
