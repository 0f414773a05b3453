import { ChartNoAxesGantt } from 'lucide-react'
import { useMemo } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { TimeTotals } from '../../../contracts/views/insights.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { sumOfTimes, timeAt } from '../../../core/metrics/segments.ts'
import { useMessages } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AgentLanes } from '../agents/AgentLanes.tsx'
import { useRows } from '../items/rows-store.ts'
import { useNow } from '../items/use-now.ts'
import { PlaceLink } from '../spec/PlaceLink.tsx'
import { ProjectStripPicture } from './ProjectStripPicture.tsx'
import { TimeShares } from './TimeShares.tsx'

const TICK_MS = 30_000
const LONGEST = 20

/** The state of the whole project, and whose time it took. */
export function InsightsScreen() {
  const m = useMessages()
  const all = useRows((state) => state.rows)
  const isLoaded = useRows((state) => state.isLoaded)
  const now = useNow(TICK_MS)
  const rows = useMemo(() => [...all.values()], [all])
  const times = useMemo(
    () => rows.map((row) => ({ row, time: timeAt(row.time, now) })),
    [rows, now],
  )
  if (!isLoaded)
    return (
      <p role="status" className="p-4 text-muted">
        {m.common.loading}
      </p>
    )
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col overflow-y-auto bg-surface">
      <h1 className="px-4 pt-3 text-base font-semibold">{m.common.nav.insights}</h1>
      {rows.length === 0 ? (
        <EmptyState
          icon={<ChartNoAxesGantt aria-hidden className="size-8" />}
          title={m.insights.nothing}
        >
          <p>{m.insights.nothingWhy}</p>
        </EmptyState>
      ) : (
        <>
          <TimeShares time={sumOfTimes(times.map(({ time }) => time))} />
          <ProjectStripPicture rows={rows} />
          <AgentLanes />
          <Longest times={times} />
        </>
      )}
    </div>
  )
}

/** The items that took longest, with whose time it was. */
function Longest({ times }: { times: { row: ItemRow; time: TimeTotals }[] }) {
  const { insights, common } = useMessages()
  const shown = times
    .filter(({ time }) => time.totalMs > 0)
    .toSorted((a, b) => b.time.totalMs - a.time.totalMs)
    .slice(0, LONGEST)
  if (shown.length === 0) return null
  const head = [insights.item, insights.agents, insights.host, insights.waits, insights.you]
  return (
    <section className="px-4 py-3" aria-label={insights.longest}>
      <h2 className="font-semibold">{insights.longest}</h2>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={insights.longest}>
        <table className="w-full text-left text-xs">
          <thead>
            <tr>
              {head.map((word) => (
                <th key={word} scope="col" className="py-1 pr-4 font-medium text-muted">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row: { item }, time }) => (
              <tr key={itemKey(item)} className="border-t border-line">
                <th scope="row" className="pr-4 font-normal">
                  <PlaceLink
                    place={{ screen: 'item', item, tab: 'insights', document: null }}
                    className="inline-flex min-h-8 items-center text-accent hover:underline max-md:min-h-11"
                  >
                    {item.name}
                  </PlaceLink>
                </th>
                {[time.agentMs, time.hostMs, time.waitingMs, time.personMs].map((ms, index) => (
                  <td key={head[index + 1]} className="pr-4 whitespace-nowrap tabular-nums">
                    {common.duration(ms / 1000)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
