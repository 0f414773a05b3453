import type { Spent } from '../../contracts/run-state.ts'
import { usdInWords } from '../../core/state/spent.ts'
import { durationOf } from '../run/view/run-view.ts'

/** An unknown cost is shown as unknown, one that is known in part as "at least" that. */
export function usageWords(spent: Spent): string {
  const { agents, ms, inputTokens, outputTokens, unreportedTokens } = spent
  const tokens =
    inputTokens === null && outputTokens === null
      ? 'tokens not reported'
      : `${unreportedTokens > 0 ? 'at least ' : ''}${(inputTokens ?? 0) + (outputTokens ?? 0)} tokens`
  const who = `${agents} agent${agents === 1 ? '' : 's'}`
  return [who, durationOf(ms), tokens, costWords(spent)].join(' · ')
}

export const costWords = ({ costUsd, unreportedCost }: Spent): string =>
  costUsd === null
    ? 'cost not reported'
    : `${unreportedCost > 0 ? 'at least ' : ''}${usdInWords(costUsd)}`
