import type { Spec } from '../../../contracts/spec-json.ts'

/** How many rounds this spec has completed: the number of the next round is one higher. */
export function completedRounds(spec: Pick<Spec, 'review'>): number {
  const completed = spec.review.rounds.filter((round) => round.status === 'reply_complete')
  return Math.max(completed.length, ...completed.map((round) => round.roundNumber), 0)
}
