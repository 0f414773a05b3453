import { ChartNoAxesGantt } from 'lucide-react'
import { useEffect } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useConnection } from '../connection/connection-store.ts'
import { useNow } from '../items/use-now.ts'
import { useInsights } from './insights-store.ts'
import { ReviewRounds } from './ReviewRounds.tsx'
import { RunGantt } from './RunGantt.tsx'
import { Spending } from './Spending.tsx'
import { TaskRuns } from './TaskRuns.tsx'
import { TimeShares } from './TimeShares.tsx'

const TICK_MS = 30_000

/** Where the time and the money of this item went. */
export function InsightsTab({ row }: { row: ItemRow }) {
  const m = useMessages()
  const { item, version } = row
  const isMine = useInsights((state) => state.key === itemKey(item))
  const insights = useInsights((state) => state.insights)
  const reloads = useConnection((state) => state.reloads)
  // A live run grows without news, so it is reloaded periodically.
  const tick = useNow(TICK_MS)
  const live = isLive(row) ? tick : 0
  useEffect(() => void useInsights.getState().load(item), [item, version, reloads, live])
  if (!isMine || insights === null)
    return (
      <p role="status" className="p-4 text-muted">
        {m.common.loading}
      </p>
    )
  if ('code' in insights) return <p className="p-4 text-muted">{wordsOfRefusal(m, insights)}</p>
  if (insights.segments.length === 0)
    return (
      <EmptyState
        icon={<ChartNoAxesGantt aria-hidden className="size-8" />}
        title={m.insights.nothing}
      >
        <p>{m.insights.nothingWhy}</p>
      </EmptyState>
    )
  const { rounds, tasks, spending, time } = insights
  return (
    <div
      className="min-h-0 grow overflow-y-auto"
      tabIndex={0}
      role="region"
      aria-label={m.insights.title}
    >
      <TimeShares time={time} />
      <RunGantt row={row} insights={insights} />
      <div className="grid xl:grid-cols-2">
        {rounds.length === 0 ? null : <ReviewRounds rounds={rounds} />}
        {tasks.length === 0 ? null : <TaskRuns tasks={tasks} />}
      </div>
      {spending.length === 0 ? null : <Spending row={row} insights={insights} />}
    </div>
  )
}
