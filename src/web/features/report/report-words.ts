import type { Phase } from '../../../contracts/phases.ts'
import type { Spent } from '../../../contracts/run-state.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { Decided, Verdict } from '../../../contracts/views/report.ts'
import { amountOf } from '../../../core/state/spent.ts'
import { checkStanding } from '../../../core/views/delivery.ts'
import type { CellState } from '../../../core/views/phase-cells.ts'
import type { Messages } from '../../i18n/messages.ts'
import { stepName } from '../../i18n/step-name.ts'

export const VERDICT_STATES: Record<Verdict, CellState> = {
  deployed: 'done',
  'pull-request': 'done',
  passed: 'done',
  done: 'done',
  'needs-you': 'waiting',
  failed: 'failed',
  stopped: 'todo',
  running: 'running',
  queued: 'queued',
  'not-started': 'todo',
}

/** The figures that the row alone provides. */
export function rowFigures(m: Messages, row: ItemRow): string[] {
  const standing = checkStanding(row)
  const rounds = row.review.rounds.filter(({ status }) => status === 'reply_complete').length
  return [
    ...(row.tasks === null ? [] : [m.report.tasks(row.tasks.done, row.tasks.total)]),
    ...(rounds === 0 ? [] : [m.report.rounds(rounds)]),
    standing === null ? m.delivery.unverified : m.delivery.checksAre(m.delivery.results[standing]),
    ...spentWords(m, row.usage),
  ]
}

/** Tokens and money, as far as the agents reported them. */
export function spentWords({ common, workflow, report }: Messages, spent: Spent): string[] {
  if (spent.agents === 0) return []
  const { inputTokens, outputTokens, costUsd, unreportedTokens, unreportedCost } = spent
  const part = (words: string, unreported: number): string =>
    unreported > 0 ? common.atLeast(words) : words
  const tokens = workflow.usage(common.tokens(amountOf(spent, 'tokens')))
  return [
    ...(inputTokens === null && outputTokens === null ? [] : [part(tokens, unreportedTokens)]),
    costUsd === null ? report.notReported : part(common.cost(costUsd), unreportedCost),
  ]
}

export function decidedWords(m: Messages, decided: Decided): string {
  const words = m.report.decided[decided.kind] as (
    one: Decided,
    phase: (name: string) => string,
  ) => string
  return words(decided, (name) => stepName(m.common, name as Phase))
}
