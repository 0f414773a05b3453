import type { AgentInfo } from '../../contracts/launch/agent.ts'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { msOf } from '../moments.ts'

type Shown = Pick<
  AgentInfo,
  'agentId' | 'item' | 'phase' | 'agent' | 'status' | 'startedAt' | 'endedAt'
>

/** One agent on its lane, in milliseconds; cut off where the chart ends. */
export interface LaneBar<A extends Shown = AgentInfo> {
  agent: A
  from: number
  to: number
}

interface AgentLane<A extends Shown = AgentInfo> {
  item: WorkItem
  bars: LaneBar<A>[]
}

/** One lane per item with the agents that ran between two moments, in order of first start. */
export function agentLanes<A extends Shown>(
  agents: Iterable<A>,
  { from, to }: { from: number; to: number },
): AgentLane<A>[] {
  const lanes = new Map<string, AgentLane<A>>()
  const inOrder = [...agents].sort((a, b) => msOf(a.startedAt) - msOf(b.startedAt))
  for (const agent of inOrder) {
    const begun = Math.max(from, msOf(agent.startedAt))
    const ended = Math.min(to, agent.endedAt === null ? to : msOf(agent.endedAt))
    if (!(ended > begun)) continue
    const key = itemKey(agent.item)
    const lane = lanes.get(key) ?? { item: agent.item, bars: [] }
    lane.bars.push({ agent, from: begun, to: ended })
    lanes.set(key, lane)
  }
  return [...lanes.values()]
}
