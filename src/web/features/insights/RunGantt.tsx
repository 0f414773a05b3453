import type { ItemInsights, Segment, TimeTotals } from '../../../contracts/views/insights.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'
import { go } from '../../app/routes.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { Figure, type Numbers } from '../charts/Figure.tsx'
import { Legend } from '../charts/Legend.tsx'
import type { TimeAxis } from '../charts/time-axis.ts'
import { TimeBars, type Bar, type Lane } from '../charts/TimeBars.tsx'
import { segmentWords, toneOf } from './segment-words.ts'
import { axisOf } from './axis.ts'

/** Who had the item when: the phases in order, then waiting times, then the user. */
export function RunGantt({ row, insights }: { row: ItemRow; insights: ItemInsights }) {
  const m = useMessages()
  const { segments, time } = insights
  const axis = axisOf(segments)
  const open = (agentId: string): void =>
    go({ screen: 'item', item: row.item, tab: 'log', document: agentId })
  const barOf = (segment: Segment): Bar => ({
    key: `${segment.from}-${segment.kind}`,
    from: Date.parse(segment.from),
    to: Date.parse(segment.to),
    tone: toneOf(segment),
    title: `${segmentWords(m, segment)} · ${durationWords(m, segment)}`,
    ...('agentId' in segment && segment.kind !== 'git'
      ? { onClick: () => open(segment.agentId) }
      : {}),
  })
  return (
    <Figure
      title={m.insights.gantt}
      label={labelOf(m, time, axis)}
      legend={
        <Legend
          entries={[
            { tone: 'agent', words: m.insights.agents },
            { tone: 'done', words: m.insights.host },
            { tone: 'quiet', words: m.insights.waits },
            { tone: 'person', words: m.insights.you },
            { tone: 'failed', words: m.insights.failed },
          ]}
        />
      }
      numbers={numbersOf(m, segments)}
    >
      <TimeBars lanes={lanesOf(m, { row, segments, barOf })} axis={axis} />
    </Figure>
  )
}

function labelOf({ common, insights }: Messages, time: TimeTotals, { breaks }: TimeAxis): string {
  const lengths = breaks.map(({ from, to }) => common.duration((to - from) / 1000))
  return [
    insights.ganttLabel(
      common.duration(time.agentMs / 1000),
      common.duration(time.personMs / 1000),
    ),
    ...lengths.map((length) => insights.drawnShort(length)),
  ].join('. ')
}

interface Drawn {
  row: ItemRow
  segments: Segment[]
  barOf: (segment: Segment) => Bar
}

function lanesOf(m: Messages, { row, segments, barOf }: Drawn): Lane[] {
  const isWork = ({ kind }: Segment): boolean => kind !== 'waiting' && kind !== 'person'
  const lanes = phasesOf(workflowOf(row)).map((phase) => ({
    key: phase,
    label: m.common.phases[phase],
    bars: segments.filter((one) => isWork(one) && one.phase === phase).map(barOf),
  }))
  const others = (['waiting', 'person'] as const).map((kind) => ({
    key: kind,
    label: kind === 'waiting' ? m.insights.waits : m.insights.you,
    bars: segments.filter((one) => one.kind === kind).map(barOf),
  }))
  return [...lanes, ...others].filter(({ bars }) => bars.length > 0)
}

const secondsOf = ({ from, to }: Segment): number => (Date.parse(to) - Date.parse(from)) / 1000

const durationWords = ({ common, insights }: Messages, segment: Segment): string =>
  segment.isOpen
    ? insights.soFar(common.duration(secondsOf(segment)))
    : common.duration(secondsOf(segment))

const numbersOf = (m: Messages, segments: Segment[]): Numbers => ({
  head: [m.insights.begin, m.insights.what, m.insights.phase, m.insights.took, m.insights.result],
  rows: segments.map((segment) => ({
    key: `${segment.from}-${segment.kind}`,
    cells: [
      m.common.clock(segment.from),
      segmentWords(m, segment),
      segment.phase === null ? '–' : m.common.phases[segment.phase],
      durationWords(m, segment),
      segment.outcome === null ? '–' : m.insights.outcomes[segment.outcome],
    ],
  })),
})
