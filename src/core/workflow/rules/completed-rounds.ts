import type { Spec } from '../../../contracts/spec-json.ts'

/** How many rounds are behind this spec: the next one carries this number plus one. */
export function completedRounds(spec: Pick<Spec, 'review'>): number {
  const completed = spec.review.rounds.filter((round) => round.status === 'reply_complete')
  return Math.max(completed.length, ...completed.map((round) => round.roundNumber), 0)
}
