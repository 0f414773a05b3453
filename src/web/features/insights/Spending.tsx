import type { ItemInsights } from '../../../contracts/views/insights.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Figure } from '../charts/Figure.tsx'
import { StepLine } from '../charts/StepLine.tsx'
import { axisOf } from './axis.ts'

interface SpendingProps {
  row: ItemRow
  insights: ItemInsights
}

/** Cumulative money and tokens, and their limits. */
export function Spending({ row, insights: { spending, segments } }: SpendingProps) {
  const { insights, common } = useMessages()
  const axis = axisOf(segments)
  const moneyOf = (usd: number): string => common.cost(usd)
  const money = spending.flatMap(({ at, costUsd }) =>
    costUsd === null ? [] : [{ at: Date.parse(at), value: costUsd }],
  )
  const tokens = spending.flatMap(({ at, tokens: count }) =>
    count === null ? [] : [{ at: Date.parse(at), value: count }],
  )
  const { usd, tokens: most } = row.budget
  const total = money.at(-1)?.value
  return (
    <Figure
      title={insights.spending}
      label={insights.spendingLabel(
        total === undefined ? common.unknown : moneyOf(total),
        common.tokens(tokens.at(-1)?.value ?? 0),
      )}
      numbers={{
        head: [insights.end, insights.cost, insights.tokens],
        rows: spending.map(({ at, costUsd, tokens: count }, index) => ({
          key: `${index}-${at}`,
          cells: [
            common.clock(at),
            costUsd === null ? '–' : moneyOf(costUsd),
            count === null ? '–' : count.toLocaleString(),
          ],
        })),
      }}
    >
      <div className="grid gap-4 lg:grid-cols-2">
        {money.length === 0 ? (
          <p className="text-muted">{insights.costUnknown}</p>
        ) : (
          <StepLine
            axis={axis}
            points={money}
            tone="agent"
            words={moneyOf}
            limit={usd === null ? null : { value: usd, words: insights.budget(moneyOf(usd)) }}
          />
        )}
        {tokens.length === 0 ? null : (
          <StepLine
            axis={axis}
            points={tokens}
            tone="quiet"
            words={(count) => insights.tokensOf(common.tokens(count))}
            limit={
              most === null ? null : { value: most, words: insights.budget(common.tokens(most)) }
            }
          />
        )}
      </div>
    </Figure>
  )
}
