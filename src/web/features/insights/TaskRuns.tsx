import type { ItemInsights } from '../../../contracts/views/insights.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Columns } from '../charts/Columns.tsx'
import { Figure } from '../charts/Figure.tsx'
import { Legend } from '../charts/Legend.tsx'

/** How many tasks were done after each run of the implementation. */
export function TaskRuns({ tasks }: Pick<ItemInsights, 'tasks'>) {
  const { insights, common } = useMessages()
  const last = tasks.at(-1)
  return (
    <Figure
      title={insights.tasks}
      label={insights.tasksLabel(last?.done ?? 0, last?.total ?? 0, tasks.length)}
      legend={
        <Legend
          entries={[
            { tone: 'done', words: insights.tasksDone },
            { tone: 'faint', words: insights.tasksOpen },
          ]}
        />
      }
      numbers={{
        head: [insights.run, insights.end, insights.tasksDone, insights.tasksAll],
        rows: tasks.map(({ at, done, total }, index) => ({
          key: String(index),
          cells: [index + 1, common.clock(at), done, total],
        })),
      }}
    >
      <Columns
        most={Math.max(...tasks.map(({ total }) => total))}
        columns={tasks.map(({ done, total }, index) => ({
          key: String(index),
          label: String(index + 1),
          title: insights.taskTitle(index + 1, done, total),
          parts: [
            { tone: 'done', value: done },
            { tone: 'faint', value: Math.max(0, total - done) },
          ],
        }))}
      />
    </Figure>
  )
}
