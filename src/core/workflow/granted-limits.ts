import type { Phase } from '../../contracts/phases.ts'
import type { Draft } from '../decide/draft.ts'
import { completedRounds } from './completed-rounds.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS } from './limits.ts'

interface Beginning {
  redo: Phase[]
  /** The count of re-runs lives as long as its host. */
  sameHost: boolean
}

/** What a person's act grants the loops of the run that begins. */
export function grantedLimits(
  draft: Draft,
  beginning: Beginning,
): { roundLimit: number; implReruns: number } {
  return { roundLimit: grantedRounds(draft), implReruns: keptReruns(draft, beginning) }
}

/** The rest of the rounds, and at least one. */
function grantedRounds({ state, knownFacts }: Draft): number {
  const { roundsBase } = state.phases['document-review']
  const completed = completedRounds(knownFacts.spec)
  return Math.max(roundsBase + MAX_DOCUMENT_REVIEW_ROUNDS, completed + 1)
}

const keptReruns = ({ state }: Draft, { redo, sameHost }: Beginning): number =>
  redo.includes('impl') || !sameHost ? 0 : state.phases.impl.reruns
