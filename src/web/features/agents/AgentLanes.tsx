import { useMemo } from 'react'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { longIdle } from '../../../core/metrics/long-waits.ts'
import { agentLanes, type LaneBar } from '../../../core/metrics/agent-lanes.ts'
import { go } from '../../app/routes.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { Figure } from '../charts/Figure.tsx'
import { Legend } from '../charts/Legend.tsx'
import { TimeBars, type Bar } from '../charts/TimeBars.tsx'
import type { Tone } from '../charts/tones.ts'
import { useNow } from '../items/use-now.ts'
import { isAtWork } from './agent-list.ts'
import { phaseWords } from './agent-words.ts'
import { useAgents } from './agents-store.ts'

const TICK_MS = 30_000
const DAY_MS = 24 * 3_600_000

/** The agents of the last 24 hours, one lane per item. */
export function AgentLanes() {
  const m = useMessages()
  const agents = useAgents((state) => state.agents)
  const now = useNow(TICK_MS)
  const lanes = useMemo(
    () => agentLanes(agents.values(), { from: now - DAY_MS, to: now }),
    [agents, now],
  )
  if (lanes.length === 0) return null
  const bars = lanes.flatMap((lane) => lane.bars)
  const span = { from: Math.min(...bars.map(({ from }) => from)), to: now }
  const barOf = (bar: LaneBar): Bar => ({
    key: bar.agent.agentId,
    from: bar.from,
    to: bar.to,
    tone: toneOf(bar.agent),
    title: `${phaseWords(m, bar.agent)} · ${bar.agent.agent} · ${tookOf(m, bar)}`,
    onClick: () => go({ screen: 'agents', agentId: bar.agent.agentId }),
  })
  return (
    <Figure
      title={m.insights.lanes}
      label={m.insights.lanesLabel(bars.length, lanes.length)}
      legend={
        <Legend
          entries={[
            { tone: 'agent', words: m.agents.statuses.running },
            { tone: 'done', words: m.agents.statuses.completed },
            { tone: 'failed', words: m.agents.statuses.failed },
          ]}
        />
      }
      numbers={{
        head: [
          m.insights.item,
          m.insights.what,
          m.insights.begin,
          m.insights.took,
          m.insights.result,
        ],
        rows: bars.map((bar) => ({
          key: bar.agent.agentId,
          cells: [
            bar.agent.item.name,
            `${phaseWords(m, bar.agent)} · ${bar.agent.agent}`,
            m.common.clock(bar.agent.startedAt),
            tookOf(m, bar),
            m.agents.statuses[bar.agent.status],
          ],
        })),
      }}
    >
      <TimeBars
        axis={{ ...span, breaks: longIdle(bars, span) }}
        lanes={lanes.map((lane) => ({
          key: itemKey(lane.item),
          label: lane.item.name,
          bars: lane.bars.map(barOf),
        }))}
      />
    </Figure>
  )
}

const tookOf = ({ common }: Messages, { from, to }: LaneBar): string =>
  common.duration((to - from) / 1000)

function toneOf(agent: AgentInfo): Tone {
  if (isAtWork(agent)) return 'agent'
  if (agent.status === 'failed') return 'failed'
  return agent.status === 'completed' ? 'done' : 'quiet'
}
