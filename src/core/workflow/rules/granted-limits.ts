import type { Phase } from '../../../contracts/phases.ts'
import type { Draft } from '../../decide/draft.ts'
import { completedRounds } from './completed-rounds.ts'
import { MAX_DOCUMENT_REVIEW_ROUNDS, MAX_FIX_CYCLES } from '../limits.ts'

interface Beginning {
  /** A resumed run keeps its count of fixes. */
  resumed: boolean
  redo: Phase[]
  /** The re-run count lasts as long as its host. */
  sameHost: boolean
}

/** The limits of the loops that the user's command grants the new run. */
export function grantedLimits(
  draft: Draft,
  beginning: Beginning,
): { roundLimit: number; implReruns: number; fixLimit: number } {
  return {
    roundLimit: grantedRounds(draft),
    implReruns: keptReruns(draft, beginning),
    fixLimit: grantedFixes(draft, beginning),
  }
}

/** The remaining rounds, and at least one. */
function grantedRounds({ state, knownFacts }: Draft): number {
  const { roundsBase } = state.phases['document-review']
  const completed = completedRounds(knownFacts.spec)
  return Math.max(roundsBase + MAX_DOCUMENT_REVIEW_ROUNDS, completed + 1)
}

/** The remaining fixes, and at least one. */
const grantedFixes = ({ state }: Draft, { resumed }: Beginning): number =>
  resumed ? Math.max(MAX_FIX_CYCLES, state.phases.inspection.fixes + 1) : MAX_FIX_CYCLES

const keptReruns = ({ state }: Draft, { redo, sameHost }: Beginning): number =>
  redo.includes('impl') || !sameHost ? 0 : state.phases.impl.reruns
