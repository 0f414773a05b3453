import type { ItemInsights } from '../../../contracts/views/insights.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Columns } from '../charts/Columns.tsx'
import { Figure } from '../charts/Figure.tsx'
import { Legend } from '../charts/Legend.tsx'

/** What each review round found, to see whether they converge. */
export function ReviewRounds({ rounds }: Pick<ItemInsights, 'rounds'>) {
  const { insights } = useMessages()
  const found = rounds.map(({ fixRequired, needsDiscussion }) => fixRequired + needsDiscussion)
  return (
    <Figure
      title={insights.rounds}
      label={insights.roundsLabel(found.join(', '))}
      legend={
        <Legend
          entries={[
            { tone: 'agent', words: insights.fixRequired },
            { tone: 'person', words: insights.needsDiscussion },
          ]}
        />
      }
      numbers={{
        head: [insights.round, insights.fixRequired, insights.needsDiscussion],
        rows: rounds.map(({ round, fixRequired, needsDiscussion }) => ({
          key: String(round),
          cells: [round, fixRequired, needsDiscussion],
        })),
      }}
    >
      <Columns
        most={Math.max(...found)}
        columns={rounds.map(({ round, fixRequired, needsDiscussion }) => ({
          key: String(round),
          label: String(round),
          title: insights.roundTitle(round, fixRequired, needsDiscussion),
          parts: [
            { tone: 'agent', value: fixRequired },
            { tone: 'person', value: needsDiscussion },
          ],
        }))}
      />
    </Figure>
  )
}
