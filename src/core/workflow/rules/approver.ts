import type { ApprovablePhase } from '../../../contracts/phases.ts'
import type { Choices } from '../../../contracts/spec-json.ts'
import type { Draft } from '../../decide/draft.ts'
import { choicesOf } from '../../spec/choices.ts'

/** A choice made while the disk was being read is in the journal, but not in the facts. */
export const chosenOf = ({ state, knownFacts }: Pick<Draft, 'state' | 'knownFacts'>): Choices => ({
  ...choicesOf(knownFacts.spec, knownFacts.defaultChoices),
  ...state.choiceChanges,
})

export const approverOf = (draft: Draft): Choices['approvals'] => chosenOf(draft).approvals

/** Nothing is built on a document before the user has read it. */
export const awaitsApproval = (phase: ApprovablePhase) => ({
  phase,
  reason: 'needs-approval' as const,
  detail: `${phase} is ready; approve it to continue, or request changes`,
})
